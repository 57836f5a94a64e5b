--[[
  Removes from a shard's lists what has outlived its time; the runs' own keys expire by themselves.

  KEYS[1] zset recent   KEYS[2] zset outbox   KEYS[3] hash items   (see commit.lua)
  ARGV[1] record ms   ARGV[2] most entries of each list

  Output: how many entries were removed
]]
local recent, outbox, items = KEYS[1], KEYS[2], KEYS[3]
local recordMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local before = string.format('(%.0f', time[1] * 1000 + math.floor(time[2] / 1000) - recordMs)
local removed = 0
for _, key in ipairs(redis.call('ZRANGEBYSCORE', recent, '-inf', before, 'LIMIT', 0, limit)) do
  removed = removed + redis.call('ZREM', recent, key)
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', outbox, '-inf', before, 'LIMIT', 0, limit)) do
  redis.call('HDEL', items, id, id .. ' by')
  removed = removed + redis.call('ZREM', outbox, id)
end
return removed

--[[
  Leases items of a shard's outbox.

  KEYS[1] zset outbox   KEYS[2] hash items   (see commit.lua)
  ARGV[1] most items   ARGV[2] lease ms

  Output: list of item id, decision, item id, decision, …
]]
local outbox, items = KEYS[1], KEYS[2]
local limit, leaseMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ready = redis.call('ZRANGEBYSCORE', outbox, '-inf', now, 'LIMIT', 0, limit)
local reply = {}
for _, id in ipairs(ready) do
  local decision = redis.call('HGET', items, id)
  if decision then
    redis.call('ZADD', outbox, now + leaseMs, id)
    reply[#reply + 1] = id
    reply[#reply + 1] = decision
  else
    redis.call('ZREM', outbox, id)
  end
end
return reply

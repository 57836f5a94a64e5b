--[[
  Removes delivered items from a shard's outbox.

  KEYS[1] zset outbox   KEYS[2] hash items   (see commit.lua)
  ARGV    item ids

  Output: how many there were
]]
local outbox, items = KEYS[1], KEYS[2]
local removed = 0
for _, id in ipairs(ARGV) do
  redis.call('HDEL', items, id, id .. ' by')
  removed = removed + redis.call('ZREM', outbox, id)
end
return removed

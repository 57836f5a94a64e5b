--[[
  Leases items of a shard's outbox. A decision (RUN#SEQ) whose predecessor is held by somebody, or
  comes later in the list, is passed over until that one is confirmed or given with it; `ID by` in the items says who holds ID.

  KEYS[1] zset outbox   KEYS[2] hash items   (see commit.lua)
  ARGV[1] most items   ARGV[2] lease ms   ARGV[3] who takes them

  Output: list of item id, item, item id, item, …
]]
local outbox, items = KEYS[1], KEYS[2]
local limit, leaseMs, by = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
-- Most items that wait for others and do not keep those behind them from being seen.
local passedOver = 256
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ready = redis.call('ZRANGEBYSCORE', outbox, '-inf', now, 'LIMIT', 0, limit + passedOver)
local reply, taken = {}, {}

local function waits(id)
  local run, seq = string.match(id, '^(.*)#(%d+)$')
  if not run then
    return false
  end
  local before = run .. '#' .. string.format('%.0f', tonumber(seq) - 1)
  local score = not taken[before] and redis.call('ZSCORE', outbox, before)
  return score and not (tonumber(score) > now and redis.call('HGET', items, before .. ' by') == by)
end

for _, id in ipairs(ready) do
  if #reply >= 2 * limit then
    break
  end
  local item = redis.call('HGET', items, id)
  if not item then
    redis.call('ZREM', outbox, id)
  elseif not waits(id) then
    redis.call('ZADD', outbox, now + leaseMs, id)
    redis.call('HSET', items, id .. ' by', by)
    taken[id] = true
    reply[#reply + 1] = id
    reply[#reply + 1] = item
  end
end
return reply

--[[
  Part of a run's log.

  KEYS[1] hash state   KEYS[2] list log   (see commit.lua)
  ARGV[1] first position wanted   ARGV[2] most records

  Output: position of the first record, list of records
]]
local state, log = KEYS[1], KEYS[2]
local from, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local start = tonumber(redis.call('HGET', state, 'b') or 0)
local first = math.max(from, start)
if limit < 1 then
  return { first, {} }
end
return { first, redis.call('LRANGE', log, first - start, first - start + limit - 1) }

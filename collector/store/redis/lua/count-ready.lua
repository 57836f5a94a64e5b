--[[
  How many members of each list are ready.

  KEYS    zsets of a single server's shards, score when a member is ready (ms)
  ARGV[1] now (ms)

  Output: a count for each key
]]
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = redis.call('ZCOUNT', key, '-inf', ARGV[1])
end
return counts

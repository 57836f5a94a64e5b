--[[
  Removes a run with all that is known of it, when its log has this length.

  KEYS[1] hash state   KEYS[2] list log   KEYS[3] zset ids   KEYS[4] zset decisions   KEYS[5] hash record
  KEYS[6] zset due   KEYS[7] zset recent   (see commit.lua)
  ARGV[1] run key   ARGV[2] length of the log

  Output: 1 when the run was removed, else 0
]]
if tonumber(redis.call('HGET', KEYS[1], 'v')) ~= tonumber(ARGV[2]) then
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call('ZREM', KEYS[6], ARGV[1])
redis.call('ZREM', KEYS[7], ARGV[1])
return 1

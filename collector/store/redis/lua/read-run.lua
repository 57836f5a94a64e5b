--[[
  A run with everything not yet judged, at one instant.

  KEYS[1] hash state   KEYS[2] list log   KEYS[3] hash record   (see commit.lua)

  Output: nil when the run is unknown; otherwise
    log length, judged length, memory or nil, summary or nil, list of the records not yet judged
]]
local state, log, record = KEYS[1], KEYS[2], KEYS[3]
local known = redis.call('HMGET', state, 'v', 'j', 'b', 'm')
local kept = redis.call('HMGET', record, 's', 'v')
local version = known[1] or kept[2]
if not version then
  return nil
end
if not known[1] then
  return { version, version, false, kept[1], {} }
end
local unjudged = redis.call('LRANGE', log, tonumber(known[2]) - tonumber(known[3]), -1)
return { version, known[2], known[4], kept[1], unjudged }

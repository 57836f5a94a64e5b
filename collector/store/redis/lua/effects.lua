--[[
  Reserves an effect of a run before it happens, or notes what became of one: at one instant, whoever
  asks, and once however often the same is asked.

  KEYS[1] hash effects   u effects that count as used
                         e:ID state|attempt|since (ms)|expires (ms) or -1|limit when refused or -1|ttl (ms)|
                         holder or nothing|about
  ARGV[1] reserve, approved, denied, done or released
  ARGV[2] effect id   ARGV[3] record ms
  for reserve
  ARGV[4] most effects or -1   ARGV[5] 1 when a person must approve   ARGV[6] ttl ms   ARGV[7] about
  ARGV[8] who asks, or nothing: the first that is told that it may be made holds it

  Output: nil when nothing is known of the effect; otherwise
    the effect as above, effects that count as used, 1 when that could be said or 0, now (ms)
]]
local effects, event, id = KEYS[1], ARGV[1], ARGV[2]
local recordMs = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = tonumber(redis.call('HGET', effects, 'u') or 0)
local field = 'e:' .. id

local function read()
  local text = redis.call('HGET', effects, field)
  if not text then
    return nil
  end
  local state, attempt, since, expires, limit, ttl, holder, about =
    string.match(text, '^(%a+)|(%d+)|(%d+)|(-?%d+)|(-?%d+)|(%d+)|([^|]*)|(.*)$')
  return {
    state = state,
    attempt = tonumber(attempt),
    since = tonumber(since),
    expires = tonumber(expires),
    limit = tonumber(limit),
    ttl = tonumber(ttl),
    holder = holder,
    about = about,
  }
end

local function text(effect)
  return string.format('%s|%.0f|%.0f|%.0f|%.0f|%.0f|%s|%s', effect.state, effect.attempt, effect.since,
    effect.expires, effect.limit, effect.ttl, effect.holder, effect.about)
end

local function reply(effect, accepted)
  return { text(effect), used, accepted and 1 or 0, string.format('%.0f', now) }
end

local counts = { granted = 1, waiting = 1, done = 1 }

local function put(before, effect)
  local was = before and counts[before.state] or 0
  used = used + (counts[effect.state] or 0) - was
  redis.call('HSET', effects, field, text(effect), 'u', used)
  redis.call('PEXPIRE', effects, string.format('%.0f', recordMs))
  return reply(effect, true)
end

local before = read()

if event == 'reserve' then
  local limit = tonumber(ARGV[4])
  if before then
    -- One that was refused may be asked for again once the limit is higher than it was then.
    local raised = before.state == 'refused' and (limit < 0 or limit > before.limit)
    if before.state ~= 'released' and not raised then
      if before.state == 'granted' and before.expires > now and before.holder == '' and ARGV[8] ~= '' then
        before.holder = ARGV[8]
        return put(before, before)
      end
      return reply(before, true)
    end
  end
  local effect = {
    state = 'granted',
    attempt = (before and before.attempt or 0) + 1,
    since = now,
    expires = -1,
    limit = -1,
    ttl = tonumber(ARGV[6]),
    holder = '',
    about = ARGV[7],
  }
  if limit >= 0 and used >= limit then
    effect.state = 'refused'
    effect.limit = limit
  elseif ARGV[5] == '1' then
    effect.state = 'waiting'
  else
    effect.expires = now + effect.ttl
    effect.holder = ARGV[8]
  end
  return put(before, effect)
end

if not before then
  return nil
end

-- States in which the event changes something, and those in which it was said already.
local from = {
  approved = { waiting = true },
  denied = { waiting = true },
  done = { granted = true, expired = true },
  released = { granted = true, waiting = true },
}
local settled = {
  approved = { granted = true, expired = true, done = true },
  denied = { denied = true },
  done = { done = true },
  released = { released = true, denied = true, refused = true },
}

local state = before.state
if state == 'granted' and before.expires >= 0 and before.expires <= now then
  state = 'expired'
end
if settled[event][state] then
  return reply(before, true)
end
if not from[event][state] then
  return reply(before, false)
end
return put(before, {
  state = event == 'approved' and 'granted' or event,
  attempt = before.attempt,
  since = now,
  expires = event == 'approved' and now + before.ttl or -1,
  limit = -1,
  ttl = before.ttl,
  holder = before.holder,
  about = before.about,
})

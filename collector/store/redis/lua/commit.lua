--[[
  Appends steps to the logs of runs and, where nothing came between, stores what was judged. In a
  cluster all runs of a call are of one shard.

  KEYS for each run, first those of its shard
    zset    due        member run key, score when to look at it (ms)
    zset    recent     member run key, score last update (ms)
    zset    outbox     member item id, score leased until (ms)
    hash    items      item id -> decision or notice; `ID by` -> who holds it
    hash    state      v log length, j judged length, b position of the log's first record,
                       x expiry (ms), r expiry of the record (ms), p ids last pruned (ms),
                       m memory
    list    log        records
    zset    ids        member step id, score when it was appended (ms)
    zset    decisions  member decision, score seq
    hash    record     s summary, v log length when judged, q newest seq; outlives the others

  ARGV[1] stale ms   ARGV[2] run ms   ARGV[3] record ms   ARGV[4] duplicate ms   ARGV[5] log limit
  ARGV[6] channel
  then for each run
    run key
    number of records n, then n times: step id, record
    basis, or -1 when nothing was judged; otherwise followed by
      memory, summary, updated at (ms), keep ms, wake at (ms) or -1, number of decisions d,
      then d times: seq, item id, decision; number of notices n, then n times: item id, notice

  Output: for each run: appended, duplicates, log length, 1 when what was judged was stored or 0
  Publishes the run key on the channel for each run that has new decisions.
]]
local staleMs, runMs, recordMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local duplicateMs, logLimit, channel = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local argument = 6

local function nextArgument()
  argument = argument + 1
  return ARGV[argument]
end

local function milliseconds(value)
  return string.format('%.0f', value)
end

-- unpack has room for some thousands of values.
local function inChunks(size, values, call)
  for from = 1, #values, size do
    call(from, math.min(from + size - 1, #values))
  end
end

-- Appends the records whose id is new. Returns how many were new.
local function append(log, ids, n)
  if n == 1 then
    -- The most frequent case: one command says whether it is new.
    local name, bytes = nextArgument(), nextArgument()
    if redis.call('ZADD', ids, 'NX', now, name) == 0 then
      return 0
    end
    redis.call('RPUSH', log, bytes)
    return 1
  end
  local names, bytes = {}, {}
  for i = 1, n do
    names[i], bytes[i] = nextArgument(), nextArgument()
  end
  local fresh, scored, taken = {}, {}, {}
  inChunks(1000, names, function(from, to)
    local known = redis.call('ZMSCORE', ids, unpack(names, from, to))
    for i = from, to do
      local name = names[i]
      if not known[i - from + 1] and not taken[name] then
        taken[name] = true
        fresh[#fresh + 1] = bytes[i]
        scored[#scored + 1] = now
        scored[#scored + 1] = name
      end
    end
  end)
  inChunks(1000, scored, function(from, to)
    redis.call('ZADD', ids, unpack(scored, from, to))
  end)
  inChunks(1000, fresh, function(from, to)
    redis.call('RPUSH', log, unpack(fresh, from, to))
  end)
  return #fresh
end

-- Reads what was judged from the arguments, or nil.
local function judgedArguments()
  local basis = tonumber(nextArgument())
  if basis < 0 then
    return nil
  end
  local judged = {
    basis = basis,
    memory = nextArgument(),
    summary = nextArgument(),
    updatedAt = nextArgument(),
    keepMs = tonumber(nextArgument()),
    wakeAt = tonumber(nextArgument()),
    decisions = {},
    notices = {},
  }
  for i = 1, tonumber(nextArgument()) do
    judged.decisions[i] = { seq = tonumber(nextArgument()), id = nextArgument(), bytes = nextArgument() }
  end
  for i = 1, tonumber(nextArgument()) do
    judged.notices[i] = { id = nextArgument(), bytes = nextArgument() }
  end
  return judged
end

-- Writes decisions beyond the newest stored one, each with its outbox item. Returns the newest seq.
local function addDecisions(key, outbox, items, decisionsKey, record, decisions)
  if #decisions == 0 then
    return nil
  end
  local before = tonumber(redis.call('HGET', record, 'q') or 0)
  local newest = before
  for _, decision in ipairs(decisions) do
    if decision.seq > newest then
      newest = decision.seq
      redis.call('ZADD', decisionsKey, newest, decision.bytes)
      redis.call('HSET', items, decision.id, decision.bytes)
      redis.call('ZADD', outbox, now, decision.id)
    end
  end
  if newest > before then
    redis.call('PUBLISH', channel, key)
  end
  return newest
end

-- Puts notices into the outbox.
local function addNotices(outbox, items, notices)
  for _, notice in ipairs(notices) do
    redis.call('HSET', items, notice.id, notice.bytes)
    redis.call('ZADD', outbox, now, notice.id)
  end
end

-- Fields of the state behind `v`, in the order in which they are read.
local names = { 'j', 'b', 'x', 'p', 'r' }

local reply = {}
for run = 1, #KEYS, 9 do
  local due, recent, outbox, items = unpack(KEYS, run, run + 3)
  local state, log, ids, decisions, record = unpack(KEYS, run + 4, run + 8)
  local key = nextArgument()
  local known = redis.call('HMGET', state, 'v', 'j', 'b', 'x', 'p', 'r')
  local version, judgedVersion, start = tonumber(known[1]), tonumber(known[2]), tonumber(known[3])
  local expiry, pruned = tonumber(known[4] or 0), tonumber(known[5] or now)
  local recordExpiry = tonumber(known[6] or 0)
  if not version then
    -- A run that is new, or of which only the record is left: the count of its log goes on.
    version = tonumber(redis.call('HGET', record, 'v') or 0)
    judgedVersion, start = version, version
  end

  local n = tonumber(nextArgument())
  local appended = n > 0 and append(log, ids, n) or 0
  local judged = judgedArguments()
  local applied = judged ~= nil and version == judged.basis and appended == n
  local mustExpire = appended > 0 and start == version
  local wasJudged = judgedVersion == version
  version = version + appended

  if appended > 0 or applied then
    local fields = { 'v', version }
    local expires = now + runMs
    if applied then
      judgedVersion = version
      expires = now + judged.keepMs
      if judged.wakeAt >= 0 then
        expires = math.max(expires, math.ceil(judged.wakeAt) + runMs)
        redis.call('ZADD', due, judged.wakeAt, key)
      else
        redis.call('ZREM', due, key)
      end
      local newest = addDecisions(key, outbox, items, decisions, record, judged.decisions)
      addNotices(outbox, items, judged.notices)
      local summary = { 's', judged.summary, 'v', version }
      if newest then
        summary[5], summary[6] = 'q', newest
      end
      redis.call('HSET', record, unpack(summary))
      redis.call('ZADD', recent, judged.updatedAt, key)
      fields[3], fields[4] = 'm', judged.memory
    elseif wasJudged then
      -- From when on the log is ahead; later steps do not change that.
      redis.call('ZADD', due, 'LT', now + staleMs, key)
    end

    local firstKept = math.min(judgedVersion, version - logLimit)
    if firstKept > start then
      redis.call('LTRIM', log, firstKept - start, -1)
      start = firstKept
    end
    if now - pruned > duplicateMs / 4 then
      redis.call('ZREMRANGEBYSCORE', ids, '-inf', '(' .. milliseconds(now - duplicateMs))
      pruned = now
    end

    -- Writing an expiry that hardly moves is not worth it, unless a key is new and has none.
    local slack = runMs / 64
    if expires - expiry > slack or (applied and expiry - expires > slack) then
      expiry = expires
      mustExpire = true
    end
    local recordExpires = math.max(now + recordMs, expiry)
    if applied and recordExpires - recordExpiry > slack then
      recordExpiry = recordExpires
      redis.call('PEXPIREAT', record, milliseconds(recordExpiry))
    end
    -- Of a run that only grew the rest is as it was.
    local standing = { judgedVersion, start, expiry, pruned, recordExpiry }
    for i, value in ipairs(standing) do
      if tonumber(known[i + 1]) ~= value then
        fields[#fields + 1] = names[i]
        fields[#fields + 1] = value
      end
    end
    redis.call('HSET', state, unpack(fields))
    if mustExpire or (applied and #judged.decisions > 0) then
      for _, name in ipairs({ state, log, ids, decisions }) do
        redis.call('PEXPIREAT', name, milliseconds(expiry))
      end
    end
  end

  reply[#reply + 1] = appended
  reply[#reply + 1] = n - appended
  reply[#reply + 1] = version
  reply[#reply + 1] = applied and 1 or 0
end
return reply

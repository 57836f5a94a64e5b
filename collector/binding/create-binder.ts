import { resolvePolicy, type PolicyFile, type StepRecord, maskSecrets } from '@loop-observer/rules'
import type { Reading, ToolReading } from '../dialects/reading.ts'
import { tellsStep } from '../dialects/tells-step.ts'
import type { BoundSteps, RunIntro } from '../judging/judging.ts'
import type { RunKey } from '../store/store.ts'
import type { Binder, SpanReadings } from './binding.ts'
import { agentOf, RootAgents } from './actors.ts'
import { isBareEnd, RunEnds } from './ends.ts'
import { mergeCall } from './call-group.ts'
import { hashing } from './hashing.ts'
import { chainOf, identified, runValueOf } from './identity.ts'
import { describeRun, introKeys, isFromSdk, parentOf, taskOf } from './intro.ts'
import { mergeReadings, newMemories, type BoundReading } from './merging.ts'
import { AgentNaming } from './naming.ts'
import { nestCalls } from './nesting.ts'
import type { StoredContent } from './preview.ts'
import { withCheck } from './recognised.ts'
import { RecentMap } from '../recent-map.ts'
import { toRecord, type RecordContext } from './records.ts'
import type { RunClaim } from './run-claim.ts'
import { RunKeys, type Absorbed, type RunKeyStore } from './run-keys.ts'
import { clockSkews } from './skew.ts'
import { Turn } from '../turn.ts'

/** What binding needs. */
export interface BinderParts {
  readonly store: RunKeyStore
  /** The policy in force, which may be replaced. */
  readonly policies: { readonly current: PolicyFile }
  /** Key of the fingerprints; without it they are plain hashes. */
  readonly hashKey?: string | null
  /** For metrics and `doctor`. */
  readonly notices?: BinderNotices
}

/** What a binder tells besides steps. */
export interface BinderNotices {
  /** Largest distance between span ends and now in a batch, milliseconds. */
  readonly onSkew?: (service: string, skewMs: number) => void
  /** A tool call as its sources together told it; false: not captured. */
  readonly onCall?: (
    dialect: string,
    captured: { readonly args: boolean; readonly observation: boolean },
  ) => void
}

/** Makes the stage between dialects and judging. One for each process: it remembers the calls last seen. */
export function createBinder({ store, policies, hashKey, notices = {} }: BinderParts): Binder {
  const runs = new RunKeys(store)
  const roots = new RootAgents(store)
  const naming = new AgentNaming(store)
  const ends = new RunEnds(store)
  const memories = newMemories()
  /** What runs were introduced with: only their first steps need it. */
  const described = new RecentMap<RunKey, RunIntro['attributes']>(20_000)
  const fingerprints = hashing(hashKey ?? undefined)
  let terms = termsOf(policies.current)

  async function bindRun({ key, spans, readings: all }: RunGroup, batch: RunBatch): Promise<BoundSteps> {
    const { root, parts, turn, nowMs, terms: inForce } = batch
    const { policy, attributes, keys, stored } = inForce
    const named = agentOf(all, root)
    const agent = named === null ? null : maskSecrets(named)
    const known = described.get(key)
    const intro = { ...introduce(key, spans, { ...batch, attributes, policy, known }), agent }
    const readings = mergeReadings(key, all, memories)
    tellCalls(readings, notices)
    const recordContext = { hashing: fingerprints, keys, stored, nowMs, run: intro.run, root }
    const records: StepRecord[] = []
    for (const reading of readings) {
      records.push(...withCheck(reading, toRecord(reading, recordContext), recordContext))
      if (turn.isLong) await turn.pass()
    }
    const share = { intro, readings: all, hasBegun: known !== undefined || parts.length > 0, nowMs, stored }
    const names = await naming.tell(share)
    const ended = await ends.tell(share)
    if (known === undefined && records.length > 0) described.set(key, intro.attributes)
    records.push(...names, ...ended)
    return { intro, records, ...(parts.length === 0 ? {} : { absorbs: parts }) }
  }

  return {
    bind: async (spans, context) => {
      if (terms.policy !== policies.current) terms = termsOf(policies.current)
      const inForce = terms
      const { policy, holdMs } = inForce
      const telling = spans
        .filter(({ readings }) => readings.length > 0)
        .map((span) => identified(span, policy))
      if (telling.length === 0) return []
      tellSkews(telling, context.nowMs, notices)
      const claims = telling.map((span) => claimOf(span, policy))
      const { absorbed, runKeys } = await keysOf(runs, claims, { ...context, holdMs })
      await roots.passOn(context.tenant, absorbed)
      const groups = groupByRun(telling, runKeys, ({ traceId }) =>
        runs.isBound(context.tenant, traceId ?? ''),
      )
      const rootOf = await roots.resolve(context.tenant, groups)
      const bound: BoundSteps[] = []
      const turn = new Turn()
      for (const group of groups) {
        const { key } = group
        const parts = absorbed.filter(({ whole }) => whole === key).map(({ part }) => part)
        bound.push(await bindRun(group, { ...context, terms: inForce, root: rootOf.get(key), parts, turn }))
      }
      return bound
    },
  }
}

/** What one run's share of a batch is bound with. */
type RunBatch = Parameters<Binder['bind']>[1] & {
  readonly terms: Terms
  readonly root: string | undefined
  /** Runs that turned out to be parts of this one. */
  readonly parts: readonly RunKey[]
  readonly turn: Turn
}

/** What binding takes from a policy. */
interface Terms {
  readonly policy: PolicyFile
  readonly attributes: readonly string[]
  readonly keys: RecordContext['keys']
  readonly stored: StoredContent
  readonly holdMs: number
}

function termsOf(policy: PolicyFile): Terms {
  // Traits of tools hold for all runs: routes do not change them.
  const { tools, holdMs } = resolvePolicy(policy, { source: 'telemetry', agent: null, attributes: {} })
  const stored = policy.storeContent ?? 'preview'
  return { policy, attributes: introKeys(policy), keys: tools, stored, holdMs }
}

/** The key of each claim's run, and the runs that lost their name to one. */
async function keysOf(
  runs: RunKeys,
  claims: readonly RunClaim[],
  { tenant, ...times }: { readonly tenant: string; readonly nowMs: number; readonly holdMs: number },
): Promise<{ readonly absorbed: readonly Absorbed[]; readonly runKeys: readonly RunKey[] }> {
  const joined: Absorbed[] = []
  const runKeys = await runs.resolve(tenant, claims, joined)
  const absorbed = await runs.absorbed(tenant, claims, { ...times, joined })
  return { absorbed, runKeys: absorbed.length === 0 ? runKeys : await runs.resolve(tenant, claims) }
}

function claimOf(span: SpanReadings, policy: PolicyFile): RunClaim {
  const reading = firstReading(span)
  const { traceId, runId, startMs } = reading
  const attribute = runId === null ? runValueOf(span, reading, policy) : null
  const calls = runId === null && attribute === null ? chainOf(span) : null
  const isWeak = runId === null && attribute === null && !tellsStep(reading)
  const claim = { traceId, runId, attribute, startMs, isWeak }
  return calls === null ? claim : { ...claim, calls }
}

function firstReading(span: SpanReadings): Reading {
  const [reading] = span.readings
  if (reading === undefined) throw new Error('a span without readings has no run')
  return reading
}

/** What a batch holds of one run. */
interface RunGroup {
  readonly key: RunKey
  readonly spans: SpanReadings[]
  readonly readings: Reading[]
}

function groupByRun(
  spans: readonly SpanReadings[],
  keys: readonly RunKey[],
  isOfRun: (reading: Reading) => boolean,
): readonly RunGroup[] {
  const groups = new Map<RunKey, RunGroup>()
  for (const [index, span] of spans.entries()) {
    const key = keys[index]
    if (key === undefined || (isBareEnd(span) && !isOfRun(firstReading(span)))) continue
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = { key, spans: [], readings: [] }))
    group.spans.push(span)
    group.readings.push(...span.readings)
  }
  return [...groups.values()]
}

/** How many spans of a run are asked for what only some of them carry. */
const mostAsked = 16

function introduce(
  key: RunKey,
  group: readonly SpanReadings[],
  context: Parameters<Binder['bind']>[1] & {
    readonly attributes: readonly string[]
    readonly policy: PolicyFile
    readonly known: RunIntro['attributes'] | undefined
  },
): Omit<RunIntro, 'agent'> {
  const first = group.reduce((a, b) => (firstReading(b).startMs < firstReading(a).startMs ? b : a))
  const asked = group.slice(0, mostAsked)
  const parent = asked.map(parentOf).find((each) => each !== null) ?? null
  const isSdk =
    context.source === 'sdk' || group.some((span) => firstReading(span).runId !== null && isFromSdk(span))
  return {
    key,
    run: key.slice(context.tenant.length + 1),
    tenant: context.tenant,
    task: asked.map((span) => taskOf(span, context.policy.taskKey)).find((task) => task !== null) ?? null,
    source: isSdk ? 'sdk' : context.source,
    traceId: firstReading(first).traceId,
    ...(parent === null ? {} : { parent }),
    attributes: context.known ?? describeRun(first, context.attributes, firstReading(first).dialect),
  }
}

function tellSkews(spans: readonly SpanReadings[], nowMs: number, { onSkew }: BinderNotices): void {
  if (onSkew === undefined) return
  for (const [service, skewMs] of clockSkews(spans, nowMs)) onSkew(service, skewMs)
}

function tellCalls(readings: readonly BoundReading[], { onCall }: BinderNotices): void {
  if (onCall === undefined) return
  const calls = readings.filter((reading) => reading.kind === 'tool')
  for (const group of nestCalls(calls.map((call) => [call]))) {
    const call = mergeCall(group)
    onCall(call.dialect, captured(call))
  }
}

function captured(call: ToolReading): { readonly args: boolean; readonly observation: boolean } {
  const told = call.features !== null
  return {
    args: told || call.args !== undefined,
    observation: told || call.observation !== undefined || call.errorText !== null,
  }
}

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Judged, RunCommit, Store } from '../../../collector/store/store.ts'
import { decision, idsOf, judged, memory, records } from './builders.ts'
import type { Model, ModelCommit } from './model.ts'

/** Two clients of one place. */
export interface Real {
  readonly clients: readonly [Store, Store]
}

type Command = fc.AsyncCommand<Model, Real>
type Client = 0 | 1

/** What a client thinks that the log's length is: right, or wrong by so much; null when it did not judge. */
type Guess = number | null

interface Planned {
  readonly run: number
  readonly ids: readonly number[]
  readonly guess: Guess
  readonly seqs: readonly number[]
  readonly wakes: boolean
}

/** Everything that two observers may do to a store, in any order. */
export function commands(): fc.Arbitrary<Iterable<Command>> {
  const client = fc.constantFrom<Client>(0, 1)
  const run = fc.nat({ max: 3 })
  const planned = fc.record({
    run,
    ids: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
    guess: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    seqs: fc
      .uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 })
      .map((seqs) => seqs.toSorted((a, b) => a - b)),
    wakes: fc.boolean(),
  })
  const several = fc.array(planned, { minLength: 1, maxLength: 4 })
  return fc.commands(
    [
      fc.tuple(client, several).map(([at, plans]) => commit(at, plans)),
      fc.tuple(planned, planned).map(([first, second]) => race(first, second)),
      fc.tuple(client, planned).map(([at, plan]) => settle(at, plan)),
      fc.tuple(client, run).map(([at, which]) => readRun(at, which)),
      fc.tuple(client, run, fc.nat({ max: 25 }), fc.nat({ max: 9 })).map((args) => readSteps(...args)),
      fc.tuple(client, run, fc.nat({ max: 6 })).map((args) => readDecisions(...args)),
      client.map(due),
      client.map(list),
      fc.tuple(client, fc.integer({ min: 1, max: 3 })).map((args) => deliver(...args)),
    ],
    { maxCommands: 60, size: '+1' },
  )
}

function commit(client: Client, plans: readonly Planned[]): Command {
  return command(`commit by ${client}: ${plans.map(say).join(', ')}`, async (model, { clients }) => {
    const draft = model.copy()
    const commits: ModelCommit[] = []
    const expected = plans.map((plan) => {
      const each = concrete(draft, plan)
      commits.push(each)
      return draft.commit(each)
    })
    const results = await clients[client].commit(commits.map(real))
    expect(results).toEqual(expected)
    model.become(draft)
  })
}

/** Two clients at the same time: the outcome must be that of one order or of the other. */
function race(first: Planned, second: Planned): Command {
  return command(`race of ${say(first)} and ${say(second)}`, async (model, { clients: [a, b] }) => {
    const mine = concrete(model, first)
    const theirs = concrete(model, second)
    const results = await Promise.all([a.commit([real(mine)]), b.commit([real(theirs)])])
    const orders = [false, true].map((reversed) => {
      const draft = model.copy()
      const inOrder = reversed ? [theirs, mine] : [mine, theirs]
      const expected = inOrder.map((each) => draft.commit(each))
      return { draft, expected: reversed ? expected.toReversed() : expected }
    })
    const took = orders.filter(({ expected }) => isDeepStrictEqual(results.flat(), expected))
    expect(took.length, JSON.stringify(results)).toBeGreaterThan(0)
    // When the results do not tell the orders apart, what is stored does.
    const key = mine.key
    const log = (await a.read(key))?.unjudged.map(({ step }) => step.id) ?? []
    const all = await a.decisions(key, 0)
    const fits = took.find(({ draft }) => {
      const run = draft.runs.get(key)
      const sameLog = isDeepStrictEqual(run?.log.slice(run.judgedVersion) ?? [], log)
      return sameLog && all.every((each) => each.message.endsWith(`by ${run?.decisions.get(each.seq)}`))
    })
    expect(fits).toBeDefined()
    if (fits) model.become(fits.draft)
  })
}

function settle(client: Client, plan: Planned): Command {
  return command(`settle by ${client}: ${say(plan)}`, async (model, { clients }) => {
    const each = { ...concrete(model, { ...plan, guess: plan.guess ?? 0 }), ids: [] }
    const judgement = real(each).judged as Judged
    const settled = await clients[client].settle(each.key, each.basis ?? 0, judgement)
    expect(settled).toBe(model.commit(each).applied)
  })
}

function readRun(client: Client, which: number): Command {
  return command(`read by ${client}: ${which}`, async (model, { clients }) => {
    const key = keyOf(which)
    const stored = await clients[client].read(key)
    const run = model.runs.get(key)
    if (!run) return expect(stored).toBeNull()
    expect(stored).toMatchObject({ key, version: run.log.length, judgedVersion: run.judgedVersion })
    expect(stored?.memory).toStrictEqual(run.mark === null ? null : memory(key, run.mark))
    expect(stored?.summary?.nudges).toBe(run.mark ?? undefined)
    expect(stored?.unjudged).toStrictEqual(records(...run.log.slice(run.judgedVersion)))
  })
}

function readSteps(client: Client, which: number, from: number, limit: number): Command {
  return command(`steps by ${client}: ${which} from ${from}, ${limit}`, async (model, { clients }) => {
    const key = keyOf(which)
    const part = await clients[client].steps(key, from, limit)
    const start = Math.max(from, model.logStart(key))
    expect(part.from).toBe(start)
    expect(idsOf(part.records)).toEqual(model.runs.get(key)?.log.slice(start, start + limit) ?? [])
  })
}

function readDecisions(client: Client, which: number, after: number): Command {
  return command(`decisions by ${client}: ${which} after ${after}`, async (model, { clients }) => {
    const key = keyOf(which)
    const decisions = await clients[client].decisions(key, after)
    const expected = [...(model.runs.get(key)?.decisions ?? [])].filter(([seq]) => seq > after)
    expect(decisions).toStrictEqual(expected.map(([seq, mark]) => decision(key, seq, `by ${mark}`)))
  })
}

function due(client: Client): Command {
  return command(`due by ${client}`, async (model, { clients }) => {
    const keys = await clients[client].due(clients[client].now() + 1e9, 100)
    const expected = [...model.runs].filter(([, run]) => run.due).map(([key]) => key)
    expect(keys.toSorted()).toEqual(expected.toSorted())
  })
}

function list(client: Client): Command {
  return command(`list by ${client}`, async (model, { clients }) => {
    const runs = await clients[client].list({ tenant: 'default' })
    const expected = [...model.runs].filter(([, run]) => run.mark !== null)
    expect(runs.map(({ key, nudges }) => `${key}=${nudges}`).toSorted()).toEqual(
      expected.map(([key, run]) => `${key}=${run.mark}`).toSorted(),
    )
  })
}

function deliver(client: Client, limit: number): Command {
  return command(`deliver by ${client}: ${limit}`, async (model, { clients }) => {
    const items = await clients[client].takeOutbox(limit, 0)
    expect(items.length).toBe(Math.min(limit, model.outbox.size))
    for (const item of items) {
      expect(model.outbox.delete(item.id)).toBe(true)
      if (item.kind !== 'decision') throw new Error('no notice was put in')
      const mark = model.runs.get(item.key)?.decisions.get(item.decision.seq)
      expect(item.decision).toStrictEqual(decision(item.key, item.decision.seq, `by ${mark}`))
    }
    await clients[1 - client]?.confirmOutbox(items.map(({ id }) => id))
  })
}

let marks = 0

function concrete(model: Model, { run, ids, guess, seqs, wakes }: Planned): ModelCommit {
  const key = keyOf(run)
  const basis = guess === null ? null : Math.max(0, model.version(key) + guess)
  return { key, ids: ids.map((id) => `s${id}`), basis, mark: ++marks, seqs, wakes }
}

function real({ key, ids, basis, mark, seqs, wakes }: ModelCommit): RunCommit {
  const decisions = seqs.map((seq) => decision(key, seq, `by ${mark}`))
  return {
    key,
    records: records(...ids),
    basis,
    judged: basis === null ? null : judged(key, mark, { decisions, wakeAtMs: wakes ? mark : null }),
  }
}

function keyOf(run: number): string {
  return `default/run-${run}`
}

function say({ run, ids, guess, seqs }: Planned): string {
  return `${run}[${ids.join(' ')}]@${guess ?? '-'} decides ${seqs.join(' ')}`
}

function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name }
}

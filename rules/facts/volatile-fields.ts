import type { Change } from './volatile-change.ts'
import type { Field, Watched } from './volatile-memory.ts'

/** Pairs of answers from which a field is learned. */
const FEWEST_PAIRS = 3
/** A number that turned round so often, and got this share of its way at most, goes nowhere. */
const FEWEST_TURNS = 2
const MOST_NET_RATIO = 1 / 3
/** What is no number is volatile once what stood there before has come back so often. */
const FEWEST_RETURNS = 2
/** Values remembered, to see them come back. */
const MOST_RECENT = 6

/** True when every field that differs is known to be volatile. */
export function hasLearned({ pairs, returns, fields }: Watched): boolean {
  if (pairs < FEWEST_PAIRS || fields.length === 0) return false
  return returns >= FEWEST_RETURNS || fields.every(goesNowhere)
}

function goesNowhere({ net, way, turns }: Field): boolean {
  return turns >= FEWEST_TURNS && Math.abs(net) <= way * MOST_NET_RATIO
}

/** What is known of the fields after one more pair. A field that never moved before is news: it begins afresh with this pair. */
export function withChange(
  before: Watched,
  { moved, value }: Change & { readonly kind: 'fields' },
): Pick<Watched, 'streak' | 'pairs' | 'returns' | 'fields' | 'recent'> {
  const isNews =
    before.pairs > 0 && moved.some(({ path }) => before.fields.every((field) => field.path !== path))
  const known = isNews ? [] : before.fields
  const recent = isNews ? none : before.recent
  const stayed = known.filter(({ path }) => moved.every((each) => each.path !== path))
  const went = moved.map(({ path, by }) =>
    wentOn(
      known.find((field) => field.path === path),
      path,
      by,
    ),
  )
  return {
    streak: isNews ? 2 : before.streak + 1,
    pairs: isNews ? 1 : before.pairs + 1,
    returns: (isNews ? 0 : before.returns) + (recent.includes(value) ? 1 : 0),
    fields: [...stayed, ...went],
    recent: Uint32Array.of(...recent.filter((each) => each !== value).slice(1 - MOST_RECENT), value),
  }
}

function wentOn(field: Field | undefined, path: number, by: number | null): Field {
  const { net = 0, way = 0, turns = 0, heading = 0 } = field ?? {}
  const now = Math.sign(by ?? 0)
  return {
    path,
    net: net + (by ?? 0),
    way: way + Math.abs(by ?? 0),
    turns: turns + (now * heading < 0 ? 1 : 0),
    heading: now === 0 ? heading : now,
  }
}

const none = new Uint32Array(0)

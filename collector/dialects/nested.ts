import type { AttributeValue } from '../receiver/span-view.ts'

/**
 * Flattened attributes put together: `0.message.role` of several pairs becomes `[{message: {role}}]`.
 * Numbers make lists, of which the places that are missing are null. With `leaf` (for
 * `name.value`, one deep) the value of that name alone. Undefined without pairs. Of a key that
 * occurs twice the first counts; a key below one that has a value is left out.
 */
export function nested(
  pairs: readonly (readonly [string, AttributeValue])[],
  leaf?: string,
): AttributeValue | undefined {
  if (pairs.length === 0) return undefined
  if (leaf !== undefined) return leaves(pairs, leaf)
  const root = new Map<string, Branch>()
  for (const [key, value] of pairs) plant(root, key.split('.', deepest), value)
  return asValue(root)
}

const deepest = 16
/** Beyond it a number is no place in a list. */
const longestList = 10_000

type Branch = Map<string, Branch> | { readonly value: AttributeValue }

function leaves(
  pairs: readonly (readonly [string, AttributeValue])[],
  leaf: string,
): AttributeValue | undefined {
  const entries = pairs.flatMap(([key, value]) =>
    key.endsWith(`.${leaf}`) ? [[key.slice(0, -leaf.length - 1), value] as const] : [],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function plant(root: Map<string, Branch>, names: readonly string[], value: AttributeValue): void {
  let branch = root
  for (const [index, name] of names.entries()) {
    const next = branch.get(name)
    if (index === names.length - 1) {
      if (next === undefined) branch.set(name, { value })
      return
    }
    if (next === undefined) {
      const grown = new Map<string, Branch>()
      branch.set(name, grown)
      branch = grown
    } else if (next instanceof Map) {
      branch = next
    } else {
      return
    }
  }
}

function asValue(branch: Branch): AttributeValue {
  if (!(branch instanceof Map)) return branch.value
  const entries = [...branch]
  const places = entries.map(([name]) => (/^\d+$/.test(name) ? Number(name) : NaN))
  const last = Math.max(...places)
  if (!(last < longestList)) return Object.fromEntries(entries.map(([name, inner]) => [name, asValue(inner)]))
  const list = Array.from<AttributeValue>({ length: last + 1 }).fill(null)
  for (const [index, [, inner]] of entries.entries()) list[places[index] ?? 0] = asValue(inner)
  return list
}

import { expect, test } from 'vitest'
import { HashBag, type Sketch } from '../../../rules/features/sketch.ts'

function sketchOf(hashes: readonly number[], bag = new HashBag()): Sketch {
  for (const hash of hashes) bag.add(hash)
  return bag.sketch()
}

test('of hashes the smallest distinct ones are kept, ascending, and how many there were', () => {
  expect(sketchOf([])).toEqual({ smallest: Uint32Array.of(), distinct: 0 })
  expect(sketchOf([9, 0, 4_294_967_295, 9, 0])).toEqual({
    smallest: Uint32Array.of(0, 9, 4_294_967_295),
    distinct: 3,
  })
  const many = Array.from({ length: 65 }, (_, i) => 1000 - i)
  expect(sketchOf([...many, ...many])).toEqual({
    smallest: Uint32Array.from(many.toReversed().slice(0, 64)),
    distinct: 65,
  })
})

test('a bag grows as it has to, and is empty after its sketch', () => {
  const bag = new HashBag()
  const hashes = Array.from({ length: 20_000 }, (_, i) => i)
  expect(sketchOf(hashes, bag).distinct).toBe(20_000)
  expect(sketchOf([3, 1], bag)).toEqual({ smallest: Uint32Array.of(1, 3), distinct: 2 })
  expect(sketchOf(hashes.slice(0, 600)).distinct).toBe(600)
})

test('a sketch stays as it is when another bag is filled, two at a time too', () => {
  const first = sketchOf([1, 2, 3])
  const [one, other] = [new HashBag(), new HashBag()]
  one.add(7)
  other.add(8)
  one.add(9)
  expect(one.sketch().smallest).toEqual(Uint32Array.of(7, 9))
  expect(other.sketch().smallest).toEqual(Uint32Array.of(8))
  expect(first.smallest).toEqual(Uint32Array.of(1, 2, 3))
})

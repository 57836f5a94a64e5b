import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { limitClasses, outcomes, reasons } from '@loop-observer/rules'

const source = await readFile(new URL('../../../collector/page/assets/filters.js', import.meta.url), 'utf8')

/** The words of a list in the page's source. */
function listed(name: string): readonly string[] {
  const [, body = ''] = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(source) ?? []
  return [...body.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)
}

it.each([
  ['outcomes', outcomes],
  ['reasons', reasons],
  ['limitClasses', limitClasses],
])('the page filters by all %s that the rules know, in their order', (name, known) => {
  expect(listed(name)).toEqual(known)
})

import { expect, test } from 'vitest'
import { textFeatures } from '../../../rules/features/text/text.ts'
import { hashing } from './hashing.ts'

const of = (text: string) => textFeatures(text, hashing)
const chant = (text: string): number => of(text).chantCount

test('one sentence repeated thirty-four times counts thirty-four', () => {
  const sentence = 'I should check the notice board again to be certain about this.'
  expect(chant(`The evening boat has not been decided. ${`${sentence} `.repeat(34)}`)).toBe(34)
  expect(chant(Array.from({ length: 12 }, () => sentence).join('\n'))).toBe(12)
})

test('a phrase without sentence ends is counted too', () => {
  expect(chant('and then I will open the file and look at it '.repeat(20))).toBeGreaterThanOrEqual(19)
  expect(chant('wait, '.repeat(80))).toBeGreaterThanOrEqual(9)
})

test('two phrases in turn are counted', () => {
  expect(chant('Let me read it. I will read it now. '.repeat(15))).toBe(15)
})

test('ordinary text, look-alike code, tables, lists and headings count at most one', () => {
  const block = (name: string): string =>
    `\`\`\`ts\nexport function ${name}Lease() {\n  return Response.json({ ok: true })\n}\n\`\`\``
  const ordinary = [
    '',
    'Done.',
    'The scheduler drops a job when its lease expires inside the flush; see line 612. I will fix that next.',
    ['open', 'close', 'reset', 'renew', 'void', 'split'].map(block).join('\n\n'),
    `| zone | state |\n| --- | --- |\n${Array.from({ length: 14 }, (_, i) => `| ${i} | unchanged, no action needed |`).join('\n')}`,
    Array.from({ length: 20 }, (_, i) => `- item ${i}: no action is needed here at all.`).join('\n'),
    Array.from({ length: 20 }, (_, i) => `${i + 1}. No action is needed here at all.`).join('\n'),
    Array.from({ length: 20 }, () => '## Next step of the plan').join('\n'),
    Array.from({ length: 20 }, () => '> quoted line of some text').join('\n'),
  ]
  for (const text of ordinary) expect(chant(text)).toBeLessThanOrEqual(1)
})

test('what comes back far apart is no chant', () => {
  const filler = (n: number): string => Array.from({ length: 90 }, (_, i) => `word${n * 90 + i}`).join(' ')
  expect(chant(Array.from({ length: 12 }, (_, n) => `${filler(n)}. See the table below.`).join(' '))).toBe(1)
})

test('letter case, spacing and moments do not matter to the fingerprint, words do', () => {
  const print = (text: string): string => of(text).fingerprint
  expect(print('I am  done\nat 2026-05-28T07:56:38Z')).toBe(print('I am done at 2026-05-29T01:02:03Z '))
  expect(print('I am done')).not.toBe(print('I am not done'))
})

test('near-duplicates share most shingles', () => {
  const words = Array.from({ length: 40 }, (_, i) => `w${i}`)
  const one = of(words.join(' ')).shingles
  const other = new Set(of(words.with(20, 'changed').join(' ')).shingles)
  expect(one.length).toBe(38)
  expect([...one].filter((hash) => other.has(hash)).length).toBe(35)
  expect(of('two words').shingles.length).toBe(1)
  expect(of('').shingles.length).toBe(0)
})

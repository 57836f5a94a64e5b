import { describe, expect, it } from 'vitest'
import { isEmptyText } from '../../../../rules/features/empty/empty-text.ts'

describe('a text that says that there is nothing', () => {
  it.each([
    '',
    ' \n\t',
    'null',
    'None',
    ' (empty)\n',
    'N/A',
    'no results',
    'No results found for "heat pumps".',
    'There were no matching rows',
    '(0 rows)',
    '[zero hits]',
    'found 0 files in src',
    'Nothing found!',
    'no match found',
    'no such results',
    'No entries to display',
    "no rows matching 'a b'",
    'no items for the last week',
    ' '.repeat(99_999),
    'No matches found for pattern "foo" in src/',
    "Found 0 results for query 'x y' in the knowledge base.",
    'Your search did not match any documents.',
    'Query returned no rows.',
    'No documents matched your search for "x". Try different keywords.',
    'No results found for your query: foo bar baz quux',
    'I could not find any results for foo bar.',
    "Sorry, I couldn't find anything about that.",
    'No results found for "error handling"',
    "No results for 'a failed payment' in the last 30 days.",
    'No resources found in default namespace.',
    'No users found',
    'The search returned nothing.',
    'Nothing matched',
    'The list is empty.',
    '0 rows in set',
    'Search results for "x":\n\nNo results.',
    'No matches found.\n\nTry a shorter pattern.',
    '<results></results>',
    '<results count="0"/>',
    ' id | name\n----+------\n(0 rows)\n',
    ' n \n---\n(0 rows)',
    `${' a_long_name |'.repeat(30)} b\n${'-------------+'.repeat(30)}--\n(0 rows)\n`,
    '| id | name |\n|----|------|',
    'Empty DataFrame\nColumns: [a, b]\nIndex: []',
  ])('%j', (text) => {
    expect(isEmptyText(text)).toBe(true)
  })

  it.each([
    '0',
    'no',
    'no errors',
    'No errors found',
    'No problems found in 12 files.',
    'No error messages found',
    'No files with errors found',
    'No changes',
    '0 failed',
    '0 files changed',
    'No vulnerabilities found',
    'No failing files found',
    'No results found in cache, fetched 20 from origin',
    'No matches found because the index is down',
    'No output file specified',
    'No data was written',
    'Could not find module x',
    'Errors:\nNone',
    'No results found.\nThe west made 5 million.',
    '<div></div>',
    'Title\n-----',
    '| id | name |\n|----|------|\n| 1 | a |',
    ' id | name\n----+------\n  1 | a\n(1 row)',
    'Empty DataFrame of yesterday',
    'no results, trying again',
    'results found',
    'x no results',
    'no results\nno results',
    `no results for "${'x'.repeat(240)}"`,
    ' '.repeat(100_000),
  ])('and one that does not: %j', (text) => {
    expect(isEmptyText(text)).toBe(false)
  })

  it('is one of 240 characters at most, blank ones apart', () => {
    const phrase = (chars: number): string => `no results for "${'x'.repeat(chars - 17)}"`
    expect(isEmptyText(phrase(240))).toBe(true)
    expect(isEmptyText(phrase(241))).toBe(false)
  })
})

it('no phrase takes long to tell', () => {
  const started = process.cpuUsage()
  for (const word of [
    'no ',
    'no a ',
    'found no a ',
    "no results for 'a ",
    'no results in a. ',
    'there are no a b c ',
  ])
    expect(isEmptyText(word.repeat(240).slice(0, 239))).toBe(false)
  expect(process.cpuUsage(started).user).toBeLessThan(500_000)
})

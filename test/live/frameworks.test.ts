import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vocabularies } from '../../collector/dialects/vocabulary-list.ts'
import { agents } from './frameworks/install.ts'
import { frameworks } from './frameworks/list.ts'

describe('the frameworks that are tested live', () => {
  it('are the folders that are there', () => {
    const folders = readdirSync(agents, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const listed = frameworks.map(({ name }) => name)
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...listed, 'guard', 'shared'].toSorted())
  })

  it('prove the vocabularies that say so', () => {
    const proved = vocabularies.filter(({ proof }) => proof.includes('live')).map(({ name }) => name)
    expect(new Set(frameworks.map(({ vocabulary }) => vocabulary))).toEqual(new Set(proved))
  })

  it.each(frameworks)('pin every version of $name, and name no registry', ({ name, language }) => {
    const read = (file: string): string => readFileSync(join(agents, name, file), 'utf8')
    if (language === 'python') {
      for (const line of read('requirements.txt').trimEnd().split('\n'))
        expect(line).toMatch(/^[\w.-]+==[\w.]+$/)
      return
    }
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })
})

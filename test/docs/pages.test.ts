import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorOf, codeIn, page, pagesOfUsers, root } from './markdown.ts'

const pages = [...pagesOfUsers, 'deploy/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(page)
const packageFile = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
}

describe.each(pages)('$name', ({ name, text }) => {
  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links.filter((each) => !each.startsWith('https://'))) {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? resolve(root, name) : resolve(root, dirname(name), path)
      expect(existsSync(file), link).toBe(true)
      if (anchor === undefined) continue
      const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
      expect([...headings].map(([, heading]) => anchorOf(heading ?? ''))).toContain(anchor)
    }
  })

  it('names files and folders that exist', () => {
    const paths = codeIn(text).filter((code) => /^(rules|sdk|collector|deploy|test)\/[\w./-]*$/.test(code))
    for (const path of paths.filter((each) => !each.includes('NAME')))
      expect(existsSync(resolve(root, path)), path).toBe(true)
  })

  it('names scripts that exist', () => {
    for (const [, script = ''] of text.matchAll(/npm run ([a-z][a-z:-]*)/g)) {
      expect(packageFile.scripts).toHaveProperty([script])
    }
  })

  it('does not speak of how it came about', () => {
    expect(text).not.toMatch(/\bhelper\b|\.\.\/shared|\/work\//)
  })
})

describe('CONTRIBUTING.md', () => {
  const contributing = page('CONTRIBUTING.md')

  it('names files inside the folder that it speaks of', () => {
    const dialects = ['vocabulary-list.ts', 'vocabularies/openinference.ts'].map(
      (file) => `collector/dialects/${file}`,
    )
    for (const path of [...dialects, 'rules/reasons/oscillation.ts']) {
      expect(contributing.text).toContain(path.slice(dirname(path).length + 1))
      expect(existsSync(resolve(root, path)), path).toBe(true)
    }
  })

  it('shows rooms that exist, each in the folder of its row', () => {
    for (const [folder = '', holds = ''] of contributing.table('folder')) {
      const [base = ''] = codeIn(folder)
      for (const room of codeIn(holds).filter((code) => /^[a-z-]+\/$/.test(code))) {
        expect(existsSync(resolve(root, base, room)), `${base}${room}`).toBe(true)
      }
    }
  })

  it('lists the verbs', () => {
    const verbs = contributing.table('command').map(([command]) => codeIn(command ?? '')[0] ?? '')
    for (const verb of verbs) {
      const script = verb.replace(/^npm (run )?/, '')
      expect(packageFile.scripts, verb).toHaveProperty([script])
    }
  })
})

describe('CHANGELOG.md', () => {
  it('has the version of the packages', () => {
    expect(page('CHANGELOG.md').text).toMatch(
      new RegExp(`^## ${packageFile.version.replaceAll('.', '\\.')}`, 'm'),
    )
  })
})

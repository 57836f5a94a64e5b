import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorOf, root } from '../docs/markdown.ts'
import { unknownSettings } from './manifests/known-settings.ts'
import { unknownIn } from './prometheus/metric-names.ts'

/** In Prometheus' configuration: where links in alerts lead. */
const externalLabels = ['loop_observer_page', 'loop_observer_runbooks']

describe.each(['deploy/README.md', 'deploy/prometheus/RUNBOOKS.md'])('%s', (path) => {
  const text = readFileSync(resolve(root, path), 'utf8')

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links.filter((each) => !each.startsWith('https://'))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? resolve(root, path) : resolve(root, dirname(path), file)
      expect(existsSync(target), link).toBe(true)
      if (anchor === undefined) continue
      const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)
      expect([...headings].map(([, heading]) => anchorOf(heading ?? ''))).toContain(anchor)
    }
  })

  it('names metrics and settings that there are', () => {
    expect(unknownIn(text).filter((name) => !externalLabels.includes(name))).toEqual([])
    expect(unknownSettings(text)).toEqual([])
  })
})

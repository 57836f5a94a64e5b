import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { rules } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { environmentNameOf, optionKeys } from '../../collector/config/options.ts'
import { readPolicy } from '../../collector/config/read-policy.ts'
import { parseWebhooks, webhookBlock } from '../../collector/config/webhook-option.ts'
import { readYaml } from '../../collector/config/yaml-source.ts'
import { mostWaiting } from '../../collector/outbox/sink-queue.ts'
import { streamFields } from '../../collector/outbox/stream/fields.ts'
import { webhookMessage } from '../../collector/outbox/webhooks/message.ts'
import { webhookEvents } from '../../collector/outbox/webhooks/webhook.ts'
import { decided } from '../collector/outbox/items.ts'
import { anchorOf, codeIn, page, root } from './markdown.ts'

const path = 'collector/outbox/README.md'
const readme = page(path)

/** Rows of the table whose first heading is given and whose first cell names one of `known`. */
function rowsWith(heading: string, known: string): readonly (readonly string[])[] {
  const lines = readme.text.split('\n')
  const starts = lines.flatMap((line, at) => (line.startsWith(`| ${heading} |`) ? [at + 2] : []))
  const tables = starts.map((start) => {
    const end = lines.findIndex((line, at) => at >= start && !line.startsWith('|'))
    return lines.slice(start, end).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  })
  return tables.find((rows) => rows.some(([first = '']) => codeIn(first).includes(known))) ?? []
}

const namesOf = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap(([first = '']) => codeIn(first))

describe(path, () => {
  it('lists the keys of a webhook, its events, and every field that it is told', () => {
    expect(namesOf(rowsWith('key', 'url'))).toEqual(Object.keys(webhookBlock.shape))
    expect(namesOf(rowsWith('event', 'lost')).toSorted()).toEqual([...webhookEvents].toSorted())
    const message = webhookMessage({ item: decided(1), id: 'x', summary: null, page: '' })
    expect(namesOf(rowsWith('field', 'trace_id')).toSorted()).toEqual(Object.keys(message).toSorted())
  })

  it('lists the fields of a stream as the code has them', () => {
    expect(streamRows()).toEqual(Object.entries(streamFields))
  })

  it('shows webhooks that are accepted', () => {
    const [text = ''] = readme.fences('yaml')
    expect(() => readPolicy(text, path, rules)).not.toThrow()
    const { observer } = readYaml(text, path).value as { observer: { webhooks: unknown } }
    expect(parseWebhooks(observer.webhooks)).toMatchObject({
      ok: true,
      value: [
        { name: 'ops.example.com', format: 'json' },
        { format: 'slack', secret: null },
      ],
    })
  })

  it('names environment variables and numbers that hold', () => {
    const known = optionKeys.map(environmentNameOf)
    for (const name of readme.text.match(/LOOP_OBSERVER_\w+/g) ?? []) expect(known).toContain(name)
    expect(readme.text).toContain(`at most ${mostWaiting.toLocaleString('en')} messages`)
  })

  it('has links that lead somewhere', () => {
    const links = [...readme.text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
    for (const link of links.filter((each) => !each.startsWith('https://'))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? resolve(root, path) : resolve(root, dirname(path), file)
      expect(existsSync(target), link).toBe(true)
      if (anchor === undefined) continue
      const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)
      expect([...headings].map(([, heading]) => anchorOf(heading ?? ''))).toContain(anchor)
    }
  })
})

function streamRows(): readonly (readonly (string | undefined)[])[] {
  const section = readme.text.slice(readme.text.indexOf('## Decision streams'))
  const rows = section.split('\n').filter((line) => /^\| `\w+` \|/.test(line))
  return rows.map((line) => {
    const [, name = '', says = ''] = line.split('|').map((cell) => cell.trim())
    return [codeIn(name)[0], says]
  })
}

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/otlp/${name}.otlp.json`, import.meta.url))

async function inspect(...argv: readonly string[]): Promise<string> {
  const out: string[] = []
  const code = await runCommand(['inspect', ...argv], {
    env: {},
    out: (line) => out.push(line),
    err: (line) => out.push(line),
    human: false,
  })
  expect(code).toBe(0)
  return out.join('\n')
}

describe('inspect', () => {
  it('says what each span is, by which test, where each field stands, and what became of it', async () => {
    const out = await inspect(fixture('openinference-langchain-js-4.1.1'))
    const boom = out.slice(out.indexOf('boom  '), out.indexOf('model_request  3d5d3e'))
    expect(boom).toContain('openinference: a tool call, because `openinference.span.kind` is `TOOL`')
    expect(boom).toMatch(/toolName +boom {2}← `tool\.name`/)
    expect(boom).toMatch(/toolArguments +\{"id":7\} {2}← `input\.value`/)
    expect(boom).toMatch(/failed +status ERROR, exception event/)
    expect(boom).toContain('⇒ tool boom({"id":7}) → result not captured, failed: upstream 503')
    expect(out).toMatch(/20 spans: 13 openinference agent, 4 openinference model, 3 openinference tool$/)
  })

  it('shows the name of a tool that only its result tells', async () => {
    const out = await inspect(fixture('traceloop-langchain-js-0.27.0'))
    expect(out).toMatch(/toolName +DynamicStructuredTool/)
    expect(out).toContain('⇒ tool search({"q":"invoice 4411"}) → {"hits":0,"query":"invoice 4411"}, ok')
  })

  it('prints one object a span with --json', async () => {
    const lines = (await inspect('--json', fixture('mastra-otel-exporter-1.4.0'))).split('\n')
    const spans = lines.map((line) => JSON.parse(line) as { readonly kind: string; readonly dialect: string })
    expect(spans.filter(({ kind }) => kind === 'tool')).toHaveLength(3)
    expect(spans.every(({ dialect }) => dialect === 'mastra')).toBe(true)
  })

  it('reads the standard input, and says what it cannot read', async () => {
    const main = fileURLToPath(new URL('../../../collector/main.ts', import.meta.url))
    const body = {
      resourceSpans: [
        {
          scopeSpans: [
            {
              scope: { name: 'next.framework' },
              spans: [
                {
                  traceId: 'a'.repeat(32),
                  spanId: 'b'.repeat(16),
                  name: 'call',
                  startTimeUnixNano: '1',
                  endTimeUnixNano: '2',
                  attributes: [{ key: 'mastra.next', value: { stringValue: 'x' } }],
                },
              ],
            },
          ],
        },
      ],
    }
    const child = spawn(process.execPath, ['-C', 'loop-observer-source', main, 'inspect', '-'])
    child.stdin.end(JSON.stringify(body))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(err).toBe('')
    expect(out).toContain('not read: no test matches; it may be of the vocabulary mastra')
    expect(out).toContain('1 span: 1 not read (mastra?)')
  })
})

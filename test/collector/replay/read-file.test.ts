import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { PermanentError } from '../../../collector/errors/errors.ts'
import { readReplayFile } from '../../../collector/replay/read-file.ts'
import { modelSpan, type ModelRequest } from '../../support/otlp-model.ts'
import { logsInJson, logsInProtobuf, type SentLog } from '../../support/log-records.ts'
import { encodeJson } from '../../support/otlp-encode-json.ts'
import { encodeProtobuf } from '../../support/otlp-protobuf.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

function file(content: string | Uint8Array): string {
  const path = join(folder, `file-${files++}`)
  writeFileSync(path, content)
  return path
}

const run = (id: string): string =>
  JSON.stringify({ v: 1, run_id: id, agent: 'main', steps: [{ i: 0, tool: 't' }] })

function request(...names: readonly string[]): ModelRequest {
  const spans = names.map((name) => modelSpan(name))
  return [{ attributes: [], scopes: [{ name: 'test', version: '', spans }] }]
}

const json = (...names: readonly string[]): string =>
  encodeJson(request(...names), { integers: 'string', enums: 'number', keys: 'camel', hex: 'lower' })

/** As the Collector's file exporter writes protobuf: each request behind its length. */
function framed(...requests: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    requests.flatMap((body) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(body.length)
      return [length, body]
    }),
  )
}

/** A call of Codex CLI, which tells its calls in log records. */
function codexCall(k: number): SentLog {
  return {
    scope: 'codex_otel.log_only',
    eventName: 'codex.tool_result',
    timeMs: 1_796_000_000_000 + k * 1000,
    attributes: {
      'event.name': 'codex.tool_result',
      'conversation.id': 'conversation-1',
      tool_name: 'shell',
      call_id: `call_Zk81ab${k}`,
      arguments: '{"command":["ls","docs"]}',
      output: 'guide.md and two more files',
      success: 'true',
      duration_ms: '40',
    },
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  const { runs, spans, logs } = await readReplayFile(path)
  return [
    ...runs.map(({ run_id }) => run_id),
    ...spans.map(({ name }) => name),
    ...logs.map(({ eventName }) => `log ${eventName}`),
  ]
}

describe('a file to replay', () => {
  const cases: readonly {
    readonly what: string
    readonly content: string | Uint8Array
    readonly names: string[]
  }[] = [
    { what: 'recorded runs, one a line', content: `${run('a')}\n${run('b')}\n`, names: ['a', 'b'] },
    {
      what: 'recorded runs with blank lines and Windows line ends',
      content: `${run('a')}\r\n\r\n${run('b')}`,
      names: ['a', 'b'],
    },
    {
      what: 'one recorded run over several lines',
      content: JSON.stringify(JSON.parse(run('a')), null, 2),
      names: ['a'],
    },
    {
      what: 'OTLP requests, one JSON object a line',
      content: `${json('x')}\n${json('y', 'z')}\n`,
      names: ['x', 'y', 'z'],
    },
    {
      what: 'one OTLP request as JSON over several lines',
      content: JSON.stringify(JSON.parse(json('x')), null, 2),
      names: ['x'],
    },
    { what: 'recorded runs and OTLP together', content: `${json('x')}\n${run('a')}\n`, names: ['a', 'x'] },
    {
      what: 'protobuf of a Collector’s file exporter',
      content: framed(encodeProtobuf(request('x')), encodeProtobuf(request('y'))),
      names: ['x', 'y'],
    },
    { what: 'one OTLP request as protobuf', content: encodeProtobuf(request('x', 'y')), names: ['x', 'y'] },
    {
      what: 'log records of a Collector’s file exporter, one JSON object a line, beside spans',
      content: `${logsInJson('cli', [codexCall(0)])}\n${json('x')}\n`,
      names: ['x', 'log codex.tool_result'],
    },
    {
      what: 'log records and spans in protobuf',
      content: framed(
        logsInProtobuf('cli', [codexCall(0), codexCall(1)]),
        encodeProtobuf(request('x')),
        logsInProtobuf('cli', [codexCall(2)]),
      ),
      names: ['x', ...Array.from({ length: 3 }, () => 'log codex.tool_result')],
    },
    { what: 'nothing', content: '', names: [] },
  ]

  it.each(cases)('may hold $what', async ({ content, names }) => {
    expect(await namesIn(file(content))).toEqual(names)
  })

  it.each(cases)('may hold $what, compressed', async ({ content, names }) => {
    expect(await namesIn(file(gzipSync(content)))).toEqual(names)
  })
})

describe('a file that cannot be replayed', () => {
  it.each([
    {
      what: 'JSON of another kind',
      content: '{"hello": 1}',
      at: ':1: neither a recorded run nor an OTLP request',
    },
    { what: 'JSON of another kind in line 3', content: `${run('a')}\n\n{"x":1}\n`, at: ':3: neither' },
    { what: 'a broken line', content: `${run('a')}\n{"v":1,"run_id"\n`, at: ':2: ' },
    { what: 'a cut last line', content: `${run('a')}\n${run('b').slice(0, 30)}`, at: ':2: ' },
    {
      what: 'a step that is none',
      content: `${run('a')}\n{"v":1,"run_id":"b","steps":[{"i":"first"}]}`,
      at: ':2: ',
    },
    { what: 'a version that is not known', content: '{"v":2,"run_id":"b","steps":[]}', at: ':1: ' },
    {
      what: 'OTLP with the wrong shape',
      content: `${run('a')}\n{"resourceSpans":5}`,
      at: ':2: resourceSpans',
    },
    {
      what: 'OTLP with spans that have no ids',
      content: '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"x"}]}]}]}',
      at: ':1: 1 span cannot be read: ',
    },
    {
      what: 'neither text nor OTLP',
      content: Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x02]),
      at: ': neither JSON nor an OTLP request: ',
    },
    {
      what: 'prose',
      content: 'Dear reader,\nthis is no recording.\n',
      at: ': neither JSON nor an OTLP request: ',
    },
    {
      what: 'a cut protobuf file',
      content: framed(encodeProtobuf(request('x')), encodeProtobuf(request('y'))).subarray(0, -3),
      at: ': cut off at byte ',
    },
    { what: 'a broken gzip file', content: gzipSync(run('a')).subarray(0, 20), at: ' cannot be read: ' },
  ])('says where: $what', async ({ content, at }) => {
    const path = file(content)
    const error = await readReplayFile(path).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(PermanentError)
    expect((error as PermanentError).message.startsWith(`${path}${at}`), String(error)).toBe(true)
  })

  it('says that it does not exist', async () => {
    await expect(readReplayFile(join(folder, 'none'))).rejects.toThrow(/none cannot be read: ENOENT/)
  })
})

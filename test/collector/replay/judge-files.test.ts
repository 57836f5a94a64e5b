import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judgeFiles } from '../../../collector/replay/judge-files.ts'
import { logsInJson, logsInProtobuf, type SentLog } from '../../support/log-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-judge-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function judged(
  ...paths: readonly string[]
): Promise<readonly { readonly run_id: string; readonly steps: number; readonly outcome: string }[]> {
  const runs = []
  const policies = { only: { digest: 'test' } }
  for await (const { only } of judgeFiles({ paths, policies })) runs.push(only.replayed)
  return runs
}

/** Codex CLI tells its calls in log records: here it lists one folder again and again. */
const listing: readonly SentLog[] = Array.from({ length: 8 }, (_, k) => ({
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
}))

test('log records in a file are judged as they would have been live', async () => {
  const [run] = await judged(file('logs.jsonl', logsInJson('codex', listing)))
  expect(run).toMatchObject({ run_id: 'conversation-1', steps: 8, outcome: 'halted' })
  const [same] = await judged(file('logs.bin', logsInProtobuf('codex', listing)))
  expect(same).toEqual(run)
})

test('what two files tell of one run is one run, and what both tell counts once', async () => {
  const first = file('first.jsonl', logsInJson('codex', listing.slice(0, 5)))
  const second = file('second.jsonl', logsInJson('codex', listing.slice(3)))
  expect(await judged(first, second)).toMatchObject([{ run_id: 'conversation-1', steps: 8 }])
  const asked = { scope: 'codex_otel.log_only', eventName: 'codex.user_prompt', timeMs: 1_795_999_999_000 }
  const prompt = {
    ...asked,
    attributes: { 'event.name': 'codex.user_prompt', 'conversation.id': 'conversation-1' },
  }
  const third = file('third.jsonl', logsInJson('codex', [prompt, prompt]))
  expect(await judged(first, third, third)).toMatchObject([{ steps: 6 }])
})

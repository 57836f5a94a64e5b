import { randomUUID } from 'node:crypto'
import type { HookAnswer } from '../../../../collector/control/hooks/hook-answer.ts'

type Fields = Readonly<Record<string, unknown>>

/** A session of Claude Code as its HTTP hooks show it: bodies of the shape that the command line posts. It waits long: the machine may be busy. */
export class Session {
  readonly id: string
  readonly #controlUrl: string
  readonly #query: string
  #calls = 0

  constructor(controlUrl: string, id: string = randomUUID(), query = '?wait=10000') {
    this.id = id
    this.#controlUrl = controlUrl
    this.#query = query
  }

  /** The same session, which waits for answers only so long. */
  hasty(waitMs: number): Session {
    return new Session(this.#controlUrl, this.id, `?wait=${waitMs}`)
  }

  /** Posts one event; the answer must be 200 and JSON. */
  async fire(event: string, fields: Fields): Promise<HookAnswer> {
    const response = await fetch(`${this.#controlUrl}/v1/hooks/claude-code${this.#query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        session_id: this.id,
        transcript_path: `/home/dev/.claude/projects/-repo/${this.id}.jsonl`,
        cwd: '/repo',
        permission_mode: 'default',
        hook_event_name: event,
        ...fields,
      }),
    })
    if (response.status !== 200) throw new Error(`${event}: ${response.status}`)
    return (await response.json()) as HookAnswer
  }

  prompt(prompt: string): Promise<HookAnswer> {
    return this.fire('UserPromptSubmit', { prompt })
  }

  /** The model asks for a call. */
  before(tool: string, input: unknown, fields: Fields = {}): Promise<HookAnswer> {
    return this.fire('PreToolUse', {
      tool_name: tool,
      tool_input: input,
      tool_use_id: 'toolu_next',
      ...fields,
    })
  }

  /** A call is made and ends. */
  async call(tool: string, input: unknown, response: unknown, fields: Fields = {}): Promise<HookAnswer> {
    const call = {
      tool_name: tool,
      tool_input: input,
      tool_use_id: `toolu_${this.id}_${this.#calls++}`,
      ...fields,
    }
    const before = await this.fire('PreToolUse', call)
    if (before.continue === false) return before
    return this.fire('PostToolUse', { ...call, tool_response: response })
  }

  /** The same call, again and again, until it is stopped or `count` calls are made. */
  async repeat(count: number, ...call: Parameters<Session['call']>): Promise<readonly HookAnswer[]> {
    const answers: HookAnswer[] = []
    for (let turn = 0; turn < count && answers.at(-1)?.continue !== false; turn++) {
      answers.push(await this.call(...call))
    }
    return answers
  }
}

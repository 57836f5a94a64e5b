import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { LoadPlan, LoadResult } from './send.ts'
import type { SenderMessage, SenderOrder } from './sender.ts'

/** A process of its own that loads an observer. */
export interface Sender {
  /** Sends what was planned; resolves when all of it is answered. */
  go(): Promise<LoadResult>
  /** Ends the load early; `go` then resolves. */
  stop(): void
  /** Ends the process. */
  close(): Promise<void>
}

/** Starts the process; resolves when it is connected and ready to go. Throws what it failed with. */
export async function startSender(plan: LoadPlan): Promise<Sender> {
  const child = fork(resolve(import.meta.dirname, 'sender.ts'), { execArgv: ['-C', 'loop-observer-source'] })
  const gone = once(child, 'exit')
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  const order = (message: SenderOrder): void => void child.send(message)
  const said = async (): Promise<SenderMessage> => {
    const died = gone.then((): never => {
      throw new Error('The sender ended.')
    })
    const [message] = (await Promise.race([once(child, 'message'), died])) as [SenderMessage]
    if (message.say !== 'failed') return message
    await close()
    throw new Error(`The sender failed: ${message.why}`)
  }
  order({ order: 'prepare', plan })
  await said()
  return {
    async go() {
      const answer = said()
      order({ order: 'go' })
      const message = await answer
      if (message.say !== 'done') throw new Error(`The sender said ${message.say}.`)
      return message.result
    },
    stop: () => order({ order: 'stop' }),
    close,
  }
}

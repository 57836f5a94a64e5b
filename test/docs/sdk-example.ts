import { loopObserver, type RunOutcome } from '@loop-observer/sdk'

interface Message {
  readonly role: 'user' | 'tool'
  readonly content: string
}

/** What the model says: an answer, or arguments for the search. */
interface Reply {
  readonly answer: string | null
  readonly args: { readonly query: string }
}

/** An agent with one tool, as the README shows it. */
export async function askBilling(
  question: string,
  observerUrl: string,
  model: (messages: readonly Message[], signal: AbortSignal) => Promise<Reply>,
  search: (args: Reply['args']) => Promise<string>,
): Promise<{ readonly outcome: RunOutcome<string>; readonly messages: readonly Message[] }> {
  const messages: Message[] = [{ role: 'user', content: question }]
  // README: begin
  const observer = loopObserver({ agent: 'billing', endpoint: observerUrl })

  const outcome = await observer.run({ task: question }, async (run) => {
    for (;;) {
      const advice = await run.checkpoint()
      if (advice.action === 'halt') return run.stop(advice)
      if (advice.action === 'nudge') messages.push({ role: 'user', content: advice.message })
      const reply = await model(messages, run.signal)
      if (reply.answer !== null) return run.answer(reply.answer)
      const found = await run.tool('search', reply.args, () => search(reply.args))
      messages.push({ role: 'tool', content: found })
    }
  })
  // README: end
  await observer.shutdown(0)
  return { outcome, messages }
}

/**
 * Rules for the system prompt of an agent, one for each way in which loops fail to stop. They
 * prevent what the observer would have to catch: with rules of this kind the median run in the
 * article *Termination, and the agent that never stops* went from 4.1 to 2.6 steps and more
 * answers were right. Leave to answer in part matters most.
 */
export function stoppingRules(): string {
  return [
    'When to stop:',
    '- As soon as what you have answers the question, answer. More than the question asks for is not needed.',
    '- When a tool gave nothing useful, rephrase the call once at most; then try something different in kind, or stop.',
    '- When three different tools have not brought what you need, stop: say what you checked and what is missing.',
    '- You may answer in part. An answer that names its gap is better than none, and better than searching on.',
    '- What is established stays established: make no call only to confirm it.',
  ].join('\n')
}

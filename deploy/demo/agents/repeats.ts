import type { ScriptedAgent } from '../scripted-agent.ts'

/** Asks the same again and again, and is told the same. */
export const repeats: ScriptedAgent = {
  name: 'repeats',
  does: 'makes one call again and again',
  task: 'When does the Heron Museum open on Sundays?',
  turn: () => ({
    tool: 'search_web',
    args: { query: 'heron museum opening hours sunday' },
    result:
      'The Heron Museum shows four centuries of marsh birds. Plan your visit: tickets, group tours, shop.',
  }),
  expected: { outcome: 'halted', reason: 'repetition', decisions: ['nudge', 'halt'] },
}

import type { Call, ScriptedAgent } from '../scripted-agent.ts'

const sides: readonly Call[] = [
  {
    tool: 'get_shop_stock',
    args: { article: 'kettle-4' },
    result: 'kettle-4: 3 in stock. The warehouse has the last word.',
  },
  {
    tool: 'get_warehouse_stock',
    args: { article: 'kettle-4' },
    result: 'kettle-4: none. Reserved ones are counted by the shop.',
  },
]

/** Two sources disagree, and each refers to the other. */
export const oscillates: ScriptedAgent = {
  name: 'oscillates',
  does: 'goes back and forth between two calls',
  task: 'Can we ship article kettle-4 today?',
  turn: (index) => sides[index % sides.length] as Call,
  expected: { outcome: 'halted', reason: 'oscillation', decisions: ['nudge', 'halt'] },
}

import type { ScriptedAgent } from '../scripted-agent.ts'

const tools = ['search_web', 'search_wiki', 'search_archive']

const wordings = [
  'gross revenue of Lindqvist & Daughters 1911',
  'Lindqvist and Daughters annual report 1911',
  'Lindqvist Daughters turnover before the war',
  'company books Lindqvist 1911 income',
  'how much did Lindqvist & Daughters earn in 1911',
]

const nothing = ['', '[]', 'No results found.']

/** What it looks for was never written down: every tool and every wording finds nothing. */
export const searches: ScriptedAgent = {
  name: 'searches',
  does: 'looks with three tools for what cannot be found',
  task: 'What did the firm Lindqvist & Daughters earn in 1911?',
  turn: (index) => ({
    tool: tools[index % tools.length] ?? '',
    args: { query: wordings[index % wordings.length] },
    result: nothing[index % nothing.length] ?? '',
  }),
  expected: { outcome: 'halted', reason: 'exhaustion', decisions: ['nudge', 'halt'] },
}

import { counted } from '@loop-observer/rules'
import type { JudgeModelReport } from '../report/judge-model-report.ts'

/** What the judge model cost, and what it saved, in a few lines for a person. */
export function judgeModelText(judge: JudgeModelReport): string {
  const failed = judge.failedCalls > 0 ? `, ${judge.failedCalls} without an opinion` : ''
  const cost = judge.costUsd === null ? 'cost not known' : dollars(judge.costUsd)
  return [
    `The judge model was asked ${counted(judge.calls, 'time')}${failed}, about ${counted(judge.runs, 'run')}: ${counted(judge.tokens, 'token')}, ${cost}.`,
    `It held ${counted(judge.answerableRuns, 'run')} for answerable, which then took ${counted(judge.turnsAfter, 'more turn')}; ${judge.nudgedRuns} nudged, ${judge.haltedRuns} stopped on its word.`,
    savedText(judge),
  ].join('\n')
}

function savedText({ turnsSaved, savedUsd }: JudgeModelReport): string {
  if (turnsSaved === null)
    return 'What that saved cannot be told: no runs of the same agents to compare with.'
  const cost = savedUsd === null || savedUsd === 0 ? '' : `, ${dollars(savedUsd)}`
  return `Beside runs of the same agents that nothing was done about, that saved about ${counted(Math.round(turnsSaved), 'turn')}${cost}.`
}

function dollars(usd: number): string {
  return `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(4)}`
}

import { counted } from '@loop-observer/rules'
import { stringify } from 'yaml'
import type { AgentBudget, Calibration, FalseStops } from './calibrate.ts'

/** The part of a policy file that a calibration comes to, with what it rests on as comments. */
export function policyFragment(calibration: Calibration): string {
  const { alpha, budgets, falseStops, leftOut } = calibration
  const bounded = budgets.filter(({ limits }) => limits !== null)
  const percent = `${(100 * alpha).toFixed(alpha < 0.01 ? 1 : 0)} %`
  return [
    `# Budgets under which the chance of stopping a good run is at most ${percent} (split-conformal, one run a task).`,
    '# Effects and cost have no calibrated ceiling: set them from the worst outcome that is acceptable.',
    ...(leftOut > 0
      ? [`# Left out: ${counted(leftOut, 'run')} not known to have ended well, or of a task already counted.`]
      : []),
    ...budgets.filter(({ limits }) => limits === null).map((each) => watched(each, calibration)),
    ...falseStops.map(falseStopLine),
    bounded.length > 0 ? stringify({ routes: bounded.map(routeOf) }).trimEnd() : 'routes: []',
  ].join('\n')
}

function watched({ agent, runs }: AgentBudget, { needed }: Calibration): string {
  return `# ${agent}: only watched. It has ${counted(runs, 'good run')} of distinct tasks; a budget needs ${needed}.`
}

function falseStopLine({ reason, stopped, runs, upper95 }: FalseStops): string {
  return `# ${reason} would have stopped ${stopped} of ${runs} good runs (at most ${(100 * upper95).toFixed(1)} %, 95 % sure).`
}

function routeOf({ agent, limits }: AgentBudget): object {
  const set = Object.entries(limits ?? {}).filter(([, limit]) => limit !== null)
  return { agent, limits: Object.fromEntries(set) }
}

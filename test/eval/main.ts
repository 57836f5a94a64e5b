import { parseArgs } from 'node:util'
import { builtinPolicy, presets, type Preset } from '@loop-observer/rules'
import { table } from '../../collector/cli/table.ts'
import { foldOf, judgeFiles, runFiles } from './judge-files.ts'
import { score, type JudgedRun, type Score } from './score.ts'

// npm run eval -- DIR [--preset balanced] [--json]: what the rules do to recorded runs with a known end.

const FOLDS = 5
/** One-command environments, whose many short runs would drown the rest. */
const NOT_AGENTIC = 'intercode'

interface Row {
  readonly preset: Preset
  readonly name: string
  readonly score: Score
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { preset: { type: 'string' }, json: { type: 'boolean' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('Usage: npm run eval -- DIR [--preset NAME] [--json]   (DIR holds *.jsonl or *.jsonl.gz)')
  process.exit(2)
}
const chosen = presets.filter((preset) => values.preset === undefined || values.preset === preset)
const rows = chosen.flatMap((preset) =>
  rowsOf(preset, judgeFiles(runFiles(folder), { ...builtinPolicy, preset })),
)
console.log(values.json === true ? JSON.stringify(rows, null, 2) : shown(rows))

function rowsOf(preset: Preset, runs: readonly JudgedRun[]): readonly Row[] {
  const row = (name: string, some: readonly JudgedRun[]): Row => ({ preset, name, score: score(some) })
  const sets = [...new Set(runs.map(({ set }) => set))]
  const agentic = runs.filter(({ set }) => set !== NOT_AGENTIC)
  return [
    ...sets.map((set) =>
      row(
        set,
        runs.filter((run) => run.set === set),
      ),
    ),
    row('pooled', runs),
    row('agentic', agentic),
    ...Array.from({ length: FOLDS }, (_, fold) =>
      row(
        `agentic, fold ${fold + 1}`,
        agentic.filter(({ taskKey }) => foldOf(taskKey, FOLDS) === fold),
      ),
    ),
  ]
}

function shown(all: readonly Row[]): string {
  const percent = (value: number | null, digits = 1): string =>
    value === null ? '-' : `${(100 * value).toFixed(digits)} %`
  return table(all, [
    { heading: 'PRESET', cell: ({ preset }) => preset },
    { heading: 'RUNS OF', cell: ({ name }) => name },
    { heading: 'FAILED/GOOD', cell: ({ score: { failed, good } }) => `${failed}/${good}`, right: true },
    {
      heading: 'GOOD HALTED',
      cell: ({ score: s }) => `${s.goodHalted} (${percent(s.goodHaltedRatio, 2)})`,
      right: true,
    },
    { heading: 'AT MOST', cell: ({ score: s }) => percent(s.goodHaltedUpper95), right: true },
    { heading: 'STEPS SAVED', cell: ({ score: s }) => percent(s.stepsSavedRatio), right: true },
    {
      heading: 'NUDGED GOOD/FAILED',
      cell: ({ score: s }) => `${percent(s.goodNudgedRatio)} / ${percent(s.failedNudgedRatio)}`,
      right: true,
    },
    {
      heading: 'FAULTS SPOKEN/HALTED',
      cell: ({ score: s }) =>
        s.faultRuns === 0 ? '-' : `${percent(s.faultSpokenRatio)} / ${percent(s.faultHaltedRatio)}`,
      right: true,
    },
    {
      heading: 'REPETITIONS FOUND',
      cell: ({ score: s }) =>
        s.repetitionRuns === 0 ? '-' : `${percent(s.repetitionFoundRatio)} of ${s.repetitionRuns}`,
      right: true,
    },
  ])
}

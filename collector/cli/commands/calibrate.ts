import { calibrate as calibrateRuns } from '../../calibrate/calibrate.ts'
import { policyFragment } from '../../calibrate/fragment.ts'
import { PermanentError } from '../../errors/errors.ts'
import { extractionFor } from '../../replay/extraction.ts'
import { readReplayFile } from '../../replay/read-file.ts'
import { UsageError, type Command, type Invocation } from '../command.ts'
import { chosenPolicy, policyFlags } from '../policy-flags.ts'

/** `loop-observer calibrate`: budgets from a user's own good runs. */
export const calibrate: Command = {
  name: 'calibrate',
  takes: 'FILE…',
  about:
    'Prints a policy fragment with step, token and time budgets from recorded runs that ended well, and how often each rule would have stopped them.',
  flags: {
    alpha: { value: 'SHARE', about: 'Highest chance of stopping a good run, 0.001 to 0.5. Default 0.05.' },
    ...policyFlags,
    json: { about: 'Print JSON instead of YAML.' },
  },
  arity: [1, 10_000],
  run: async (invocation) => {
    const alpha = alphaOf(invocation)
    const policy = chosenPolicy(invocation)
    const files = await Promise.all(invocation.positionals.map((path) => readReplayFile(path)))
    const calibration = calibrateRuns(
      files.flatMap(({ runs }) => runs),
      alpha,
      policy,
      extractionFor(null, policy),
    )
    if (calibration.budgets.every(({ limits }) => limits === null)) {
      const most = Math.max(0, ...calibration.budgets.map(({ runs }) => runs))
      throw new PermanentError(
        'bad_request',
        `Too little to calibrate: a budget at ${alpha} needs ${calibration.needed} good runs of distinct tasks of one agent; the most here is ${most}. Runs count when \`success\` is true.`,
      )
    }
    const json = 'json' in invocation.flags
    invocation.print(json ? JSON.stringify(calibration, null, 2) : policyFragment(calibration))
    return 0
  },
}

function alphaOf({ flags }: Invocation): number {
  const alpha = Number(flags['alpha'] ?? 0.05)
  if (alpha >= 0.001 && alpha <= 0.5) return alpha
  throw new UsageError(`--alpha takes a share from 0.001 to 0.5, not \`${flags['alpha']}\`.`)
}

import type { Command } from './command.ts'
import { calibrate } from './commands/calibrate.ts'
import { doctor } from './commands/doctor.ts'
import { explain } from './commands/explain.ts'
import { guard } from './commands/guard.ts'
import { inspect } from './commands/inspect.ts'
import { approve, halt, resume } from './commands/operate.ts'
import { replay } from './commands/replay.ts'
import { report } from './commands/report.ts'
import { runs } from './commands/runs.ts'
import { start } from './commands/start.ts'

/** Every verb of `loop-observer`, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  start,
  doctor,
  runs,
  explain,
  report,
  halt,
  resume,
  approve,
  inspect,
  replay,
  calibrate,
  guard,
]

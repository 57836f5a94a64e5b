import { parseArgs } from 'node:util'
import type { Benchmark, Effort } from './benchmark.ts'
import { figureOf, type Figure } from './figure.ts'
import { benchmarks } from './list.ts'
import { machineLoad, thisMachine } from './machine.ts'
import { lineOf } from './table.ts'
import { yardstickUs } from './yardstick.ts'

const usage = `Measures what loop-observer promises about its cost.

  npm run bench -- [--only NAME]… [--seconds N] [--repeats N] [--json]

  --only NAME    one of the following; may be given again. Default: all
${benchmarks.map(({ name, about }) => `                 ${name.padEnd(12)} ${about}`).join('\n')}
  --seconds N    length of each measurement under load. Default 5
  --repeats N    measurements of each kind; the median is shown. Default 3
  --json         prints { machine, figures } instead of lines

Processor times count the process that is measured, all threads together. Throughput and latency are
those of a machine that has nothing else to do: mind the load beside each figure, and the yardstick,
the time that a fixed piece of work took then (2 KB of JSON parsed, sorted, written and hashed).
`

/** Runs what the arguments ask for. Resolves to the exit code: 0, also where a promise is missed; 2 for wrong arguments. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '5' },
      repeats: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const effort = { seconds: Number(values.seconds), repeats: Number(values.repeats) }
  const unknown = values.only?.filter((name) => !benchmarks.some((each) => each.name === name)) ?? []
  if (unknown.length > 0 || !(effort.seconds > 0) || !(effort.repeats >= 1)) {
    console.error(unknown.length > 0 ? `No benchmark is called ${unknown.join(', ')}.\n` : '')
    console.error(usage)
    return 2
  }
  const chosen = benchmarks.filter(({ name }) => values.only?.includes(name) ?? true)
  const machine = thisMachine()
  const { processor, cores, memoryGb, node, system } = machine
  if (!values.json) console.log(`${processor}, ${cores} cores, ${memoryGb} GB, node ${node}, ${system}\n`)
  const figures: (Figure & { readonly benchmark: string })[] = []
  for await (const figure of run(chosen, effort)) {
    figures.push(figure)
    if (!values.json) console.log(lineOf(figure))
  }
  if (values.json) console.log(JSON.stringify({ machine, effort, figures }, null, 2))
  return 0
}

async function* run(
  chosen: readonly Benchmark[],
  effort: Effort,
): AsyncIterable<Figure & { readonly benchmark: string }> {
  for (const { name, measure } of chosen) {
    for await (const measured of measure(effort)) {
      yield {
        benchmark: name,
        ...figureOf(measured, { load: machineLoad(), yardstickUs: yardstickUs() }),
      }
    }
  }
}

process.exitCode = await main()

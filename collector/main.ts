import './node-version.ts'

const { runObserver } = await import('./start/run-observer.ts')
const [verb, ...argv] = process.argv.slice(2)
if (verb === 'start') {
  process.exitCode = await runObserver({ argv, env: process.env })
} else {
  console.error(`Usage: loop-observer start [--policy FILE] [--store URL] …`)
  process.exitCode = 2
}

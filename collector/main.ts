import './node-version.ts'

const { runCommand } = await import('./cli/run-command.ts')

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  human: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
})

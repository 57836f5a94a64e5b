import './node-version.ts'

// A reader that has seen enough, as `head` has: end as one who is killed by SIGPIPE does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(128 + 13)
  })
}

const { runCommand } = await import('./cli/run-command.ts')

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  human: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
  // Back to the beginning of the line, and nothing left of what stood there.
  ...(process.stderr.isTTY ? { status: (line: string) => process.stderr.write(`\r\u001b[K${line}`) } : {}),
})

// First import of main.ts: what follows it may not even load on an older Node.

const needed = { major: 22, minor: 18 } as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  process.stderr.write(
    `loop-observer needs Node ${needed.major}.${needed.minor} or newer (its embedded store is node:sqlite); ` +
      `this is Node ${process.versions.node} at ${process.execPath}.\n` +
      `Install Node 24, or run: npx -p node@24 -p loop-observer loop-observer ...\n`,
  )
  process.exit(1)
}

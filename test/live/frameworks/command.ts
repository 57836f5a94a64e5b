import { execFile } from 'node:child_process'

/** How to run a program. */
export interface CommandOptions {
  readonly cwd?: string
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Runs a program to its end and resolves to its standard output. Throws the end of what it wrote when it fails. */
export async function command(
  path: string,
  args: readonly string[],
  { cwd, env = {}, timeoutMs }: CommandOptions,
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    const child = execFile(path, [...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const said = `${stdout}\n${stderr}`.trim().slice(-3000)
      const why = error.killed === true ? `was ended after ${timeoutMs} ms` : error.message.split('\n')[0]
      reject(new Error(`${path} ${args.join(' ')} ${why}:\n${said}`))
    })
    child.stdin?.end()
  })
}

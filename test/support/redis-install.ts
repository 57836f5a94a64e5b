import { debianProgramPath } from './debian-program.ts'

/**
 * Path of `redis-server`, 7.0 or newer. Where it is missing and this process may install packages
 * (root on a Debian), it is installed once, without its service being started; elsewhere this
 * throws an error that says what to install.
 */
export async function redisServerPath(): Promise<string> {
  return debianProgramPath({
    name: 'redis-server',
    packages: ['redis-server'],
    advice:
      'Install 7.0 or newer: `apt-get install redis-server` (Debian, Ubuntu), `brew install redis` (macOS).',
  })
}

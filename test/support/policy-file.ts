import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes a policy file for a test. */
export async function writePolicy(
  text: string,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-policy-'))
  const path = join(directory, 'policy.yaml')
  await writeFile(path, text)
  return { path, remove: () => rm(directory, { recursive: true, force: true }) }
}

import { runDetail, runList } from '../control/schemas/run.ts'
import { PermanentError } from '../errors/errors.ts'
import { runPath, type Remote } from './remote.ts'

/** Runs looked at, the newest. */
const mostLookedAt = 10_000
const PAGE = 1000
/** Runs named where several fit. */
const mostNamed = 5

/**
 * The run that a person named: a bare trace id becomes `trace:ID`; 8 and more hexadecimal digits that name nothing
 * are looked for as the beginning of a run's id or of a trace's. Throws PermanentError `bad_request` where several
 * begin so. A name that nothing fits is given back: whoever asks for it says that it is not known.
 */
export async function namedRun(remote: Remote, name: string): Promise<string> {
  if (/^[0-9a-f]{32}$/i.test(name)) return `trace:${name.toLowerCase()}`
  const beginning = /^(?:trace:)?([0-9a-f]{8}[0-9a-f-]*)$/i.exec(name)?.[1]?.toLowerCase()
  if (beginning === undefined || beginning.length >= 32 || (await isKnown(remote, name))) return name
  const found = await beginningWith(remote, beginning)
  const [first] = found
  if (first === undefined) return name
  if (found.length === 1) return first
  const named = found.slice(0, mostNamed).join(', ')
  const more = found.length > mostNamed ? `, and ${found.length - mostNamed} more` : ''
  throw new PermanentError(
    'bad_request',
    `${found.length} runs begin with ${name}: ${named}${more}. Give more digits.`,
  )
}

async function isKnown(remote: Remote, name: string): Promise<boolean> {
  try {
    await remote.get(runPath(name), runDetail)
    return true
  } catch (error) {
    if (error instanceof PermanentError && error.code === 'not_found') return false
    throw error
  }
}

async function beginningWith(remote: Remote, beginning: string): Promise<readonly string[]> {
  const found: string[] = []
  let before = ''
  for (let looked = 0; looked < mostLookedAt; looked += PAGE) {
    const page = await remote.get(`/v1/runs?limit=${PAGE}${before}`, runList)
    for (const { run, traceIds } of page.runs) {
      if ([run, ...traceIds].some((id) => id.toLowerCase().startsWith(beginning))) found.push(run)
    }
    if (page.next === null) break
    before = `&before=${encodeURIComponent(page.next)}`
  }
  return found
}

import { compounds, idleVerbs, actors, nounsToo, verbsAnywhere, verbsBeforeNouns } from './ambiguous-words.ts'
import { defaultTraits } from './traits.ts'
import { nameParts } from './name-words.ts'

/** The word of a tool's name that says what it does; `''` where none does. */
interface TellingWord {
  readonly kind: 'verb' | 'noun'
  readonly word: string
  /** Place of the verb among `words`; for a noun their number. */
  readonly at: number
  /** The part of the name that was read. */
  readonly words: readonly string[]
}

const mark = /^(verb|noun):(.+)$/i
/** `search_and_replace` is three words. */
const LONGEST_VERB_WORDS = 3
const told = new Map<string, TellingWord>()
/** A run has few tools; names made up for each call must not fill the memory. */
const MOST_KEPT = 512

/** An entry of a policy's list that names a word instead of a glob. */
export interface MarkedWord {
  readonly kind: 'verb' | 'noun'
  /** In lower case; several words are joined by `_`. */
  readonly word: string
}

/** The word that an entry of a policy's list names; null for a glob. */
export function markedWord(entry: string): MarkedWord | null {
  const [, kind, word] = mark.exec(entry) ?? []
  if (kind === undefined || word === undefined) return null
  return { kind: kind.toLowerCase() === 'verb' ? 'verb' : 'noun', word: word.toLowerCase() }
}

/**
 * True when the marked word says what the tool does: `verb:create` when `create` is the first verb of its name,
 * `noun:history` when the name has no verb and ends in `history`. A verb that is not known counts where it stands
 * before every known one.
 */
export function saysWord({ kind, word }: MarkedWord, tool: string): boolean {
  const telling = tellingWord(tool)
  if (kind === 'noun') return telling.kind === 'noun' && telling.word === singular(word)
  if (knownVerbs.has(word)) return telling.kind === 'verb' && telling.word === word
  const asked = word.split('_')
  const { words } = telling
  for (let at = 0; at < words.length && at < telling.at; at++) {
    if (asked.every((part, i) => words[at + i] === part)) return true
  }
  return false
}

/**
 * What the name says that the tool does. Its words are split at `_`, `-`, spaces and between `lower` and `Upper`; of
 * `server/tool` and `mcp__server__tool` the last part is read, of `a.b` and `a:b` the last that has a verb. Only the
 * base form is a verb: `posts`, `updated`, `booking` are things. A verb that is a noun as well (`post`, `deploy`) is the
 * noun where the end of the name says what is looked at (`deploy_logs`), and after another noun (`blog_post`).
 */
export function tellingWord(tool: string): TellingWord {
  let telling = told.get(tool)
  if (telling === undefined) {
    telling = readName(tool)
    if (told.size >= MOST_KEPT) told.clear()
    told.set(tool, telling)
  }
  return telling
}

const { effects, mutating, readOnly, waiting, handoff } = defaultTraits
const reading = wordsOf('verb', readOnly)
const knownNouns = wordsOf('noun', readOnly)
const knownVerbs: ReadonlySet<string> = new Set([
  ...[effects, mutating, readOnly, waiting, handoff].flatMap((list) => [...wordsOf('verb', list)]),
  ...idleVerbs,
])

function wordsOf(kind: 'verb' | 'noun', entries: readonly string[]): ReadonlySet<string> {
  const marked = entries.map(markedWord).filter((entry) => entry?.kind === kind)
  return new Set(marked.map((entry) => (kind === 'noun' ? singular(entry?.word ?? '') : (entry?.word ?? ''))))
}

function readName(tool: string): TellingWord {
  const { last, whole } = nameParts(tool)
  const nearest = firstVerb(last)
  if (nearest !== null) return nearest
  const farther = last.length === whole.length ? null : firstVerb(whole)
  if (farther !== null) return farther
  const head = headOf(last)
  return { kind: 'noun', word: singular(head.at(-1) ?? ''), at: last.length, words: last }
}

function firstVerb(words: readonly string[]): TellingWord | null {
  const head = headOf(words)
  let isAfterActors = true
  for (let at = 0; at < head.length; at++) {
    const compound = compoundAt(words, at)
    if (compound > 0) {
      at += compound - 1
      isAfterActors = false
      continue
    }
    const verb = verbAt(words, at)
    if (verb !== null && isAct(verb, { at, head, isAfterActors })) {
      return { kind: 'verb', word: changeAfter(verb, at, words) ?? verb, at, words }
    }
    isAfterActors &&= actors.has(head[at] ?? '')
  }
  return null
}

/** The longest known verb that begins there: `send_keys` before `send`. */
function verbAt(words: readonly string[], at: number): string | null {
  for (let length = LONGEST_VERB_WORDS; length > 0; length--) {
    if (at + length > words.length) continue
    const verb = words.slice(at, at + length).join('_')
    if (knownVerbs.has(verb)) return verb
  }
  return null
}

function compoundAt(words: readonly string[], at: number): number {
  return compounds.has(`${words[at]}_${singular(words[at + 1] ?? '')}`) ? 2 : 0
}

interface VerbPlace {
  readonly at: number
  readonly head: readonly string[]
  /** Nothing stands before it but who acts. */
  readonly isAfterActors: boolean
}

/** `post_message` is an act, `post_details` and `post_search` are about posts, `blog_post` is one. */
function isAct(verb: string, { at, head, isAfterActors }: VerbPlace): boolean {
  if (!nounsToo.has(verb)) return true
  const isLast = at + verb.split('_').length >= head.length
  const isAboutIt = !isLast && saysWhatIsLookedAt(head.at(-1) ?? '')
  if (isAfterActors || verbsAnywhere.has(verb)) return !isAboutIt || verbsBeforeNouns.has(verb)
  return verbsBeforeNouns.has(verb) && !isLast && !isAboutIt
}

function saysWhatIsLookedAt(word: string): boolean {
  return knownNouns.has(singular(word)) || (knownVerbs.has(word) && !nounsToo.has(word))
}

/** `get_or_create`, `check_and_update`: what only looks is not all that it does. */
function changeAfter(verb: string, at: number, words: readonly string[]): string | null {
  const next = at + verb.split('_').length
  if (!reading.has(verb) || (words[next] !== 'and' && words[next] !== 'or')) return null
  return verbAt(words, next + 1)
}

const joints: ReadonlySet<string> = new Set('by for of in from with to at on as per via'.split(' '))
const trailing = /^(?:v?\d+|tool|function|api|async)$/

/** The words before `by`, `for`, `of`: what follows says for whom or how. */
function headOf(words: readonly string[]): readonly string[] {
  const joint = words.findIndex((word, i) => i > 0 && joints.has(word))
  const head = joint === -1 ? words : words.slice(0, joint)
  const end = head.findLastIndex((word) => !trailing.test(word))
  return end === -1 ? head : head.slice(0, end + 1)
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return /[^suis]s$/.test(word) ? word.slice(0, -1) : word
}

import { errorClass } from './class.ts'
import { tellingLines } from './telling.ts'

/** What sources say of one failure. */
export interface FailureSignals {
  /** Its descriptions, those first that are told of nothing else: exception, status, attributes, result. */
  readonly words: readonly (string | null | undefined)[]
  /** Its types as the sources name them: `error.type`, an exception's class. Default: none. */
  readonly types?: readonly (string | null | undefined)[]
}

/**
 * The words that identify a failure of which several things are said; null when nothing is. Whatever
 * names a class of failure comes first, then whatever is more than a general word: `Tool error` never
 * hides `401 Unauthorized`. A type stands alone only where there are no words.
 */
export function toldFailure({ words, types = [] }: FailureSignals): string | null {
  const told = words.filter(isSaid)
  const named = types.filter(isSaid)
  // Mostly there is nothing to choose from, and looking for classes costs.
  if (told.length < 2 && named.length === 0) return told[0] ?? null
  const classed = told.find(namesClass)
  if (classed !== undefined) return classed
  const plain = told.find((text) => !isGeneral(text)) ?? told[0]
  const type = named.find(namesClass)
  if (plain === undefined) return type ?? named.find((name) => !isGeneral(name)) ?? named[0] ?? null
  return type === undefined ? plain : `${type}: ${plain}`
}

function isSaid(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== ''
}

function namesClass(text: string): boolean {
  return errorClass(text, tellingLines(text)) !== 'other'
}

/** Words that say of a failure only that it is one, and of what. */
const general = new Set(
  (
    'a an the this that it is was has had have been be of in on at with while during by to for from and or ' +
    'not no could did does do error errors err exception exceptions fail failed failure fails failing ' +
    'problem issue fault unsuccessful false true unknown unexpected internal general generic other something ' +
    'went wrong occurred happened raised thrown returned call calls called calling tool tools function request ' +
    'requests response operation execution execute executing command process step task job run running action ' +
    'invocation invoke invoking code exit exited status result none null undefined message see details'
  ).split(' '),
)
const longestGeneral = 120

function isGeneral(text: string): boolean {
  if (text.length > longestGeneral) return false
  const words = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu)
  return words === null || words.every((word) => general.has(word))
}

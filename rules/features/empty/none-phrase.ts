/**
 * True for one sentence, with a hint behind it perhaps, that says that a search or a listing found nothing:
 * `No matches found for "x" in src/.`, `Your search did not match any documents.` That there are no errors,
 * problems or changes is an answer, and no such sentence. At most a few hundred characters are expected.
 */
export function isNonePhrase(sentence: string): boolean {
  if (sentence.length < shortest) return false
  const line = sentence.toLowerCase()
  if (!negation.test(line)) return false
  const plain = line.replace(quoted, ' q').replace(/ {2,}/g, ' ').trim()
  return phrase.test(plain) && !elsewise.test(plain)
}

/** `no data`. */
const shortest = 6
const negation = /\b(?:no|0|zero|nothing|none|not|cannot|empty|unable)\b|n't\b/
/** What was asked for; an apostrophe inside a word is none. */
const quoted = / ?(?<!\w)(?:"[^"]*"|'[^']*'(?!\w)|`[^`]*`|“[^”]*”|‘[^’]*’(?!\w))/g
/** Reasons, and what would be good news. */
const elsewise =
  /\b(?:because|but|however|although)\b|\bwith (?:[a-z]+ )?(?:errors?|failures?|problems?|warnings?|issues?|conflicts?)\b/

const noun =
  '(?:results?|matches|match|hits?|rows?|records?|entries|entry|items?|files?|documents?|docs|data|output|content|' +
  'pages?|messages?|events?|articles?|papers?|posts?|threads?|e-?mails?|users?|customers?|contacts?|people|orders?|' +
  'products?|tickets?|tasks?|flights?|hotels?|listings?|references?|occurrences?|usages?|definitions?|symbols?|' +
  'objects?|resources|values|answers?|information|transactions?|appointments?|repositories|commits|passages?|chunks?|snippets?)'
const good =
  '(?:errors?|fail(?:ed|ing|ure)|broken|invalid|changed|modified|conflicting|duplicate|vulnerable|unused|unformatted|outdated)'
const word = `(?!${good}\\b)[a-z][a-z-]*`
const none = `(?:no|0|zero)(?: ${word}){0,3}? ${noun}`
const asked =
  '(?:(?:the |your |this )?(?:search|query|request|lookup|filter|index|database)(?: (?:for )?q)?|i|we)'
const verb =
  '(?: (?:(?:were|was|are|is|have been|could be) )?(?:found|returned|available|matched|match|retrieved|present|exist|to display|to show))?'
const finds = '(?:found|finds|returned|returns|got|yielded|yields|produced|matched|matches|has|gave)'
const findsNot =
  "(?:did not|didn't|does not|doesn't|could not|couldn't|cannot|can't|was unable to|unable to) (?:find|match|return|locate|yield|produce)"

const said = [
  `(?:there (?:are|were|is|was) )?${none}${verb}`,
  'no match found|no such results?|none found',
  `(?:${asked} )?${finds} (?:${none}|nothing)`,
  `(?:${asked} )?${findsNot} (?:any(?: ${word}){0,2}? ${noun}|anything)(?: found)?`,
  'nothing(?: was)? (?:found|matched|matches|returned)',
  `the (?:results?|list|response|result set|table|inbox|queue|directory|folder) (?:is|are|was) empty`,
].join('|')
const tail =
  '(?: (?:for|in|with|containing|of|matching|that match(?:es|ed)?|to|on|from|at|about|by|within|among|under|between|during|your|the|this|these):?(?: \\S*[^\\s,;.!?]){1,16})?'
const hint =
  '(?:[.!] (?:please )?(?:try|check|refine|consider|use|make sure|you (?:can|may|could|might))\\b[^\\n]*)?'
const phrase = new RegExp(`^[([]?(?:(?:sorry|unfortunately)[,.]? )?(?:${said})${tail}${hint}[)\\]]?[.!]?$`)

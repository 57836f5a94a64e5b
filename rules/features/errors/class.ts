import type { ErrorClass } from '../../words/features.ts'
import { tellingLines } from './signature.ts'

/**
 * What kind of failure a text tells of, by whole words of its telling lines and, failing that, of
 * its beginning. The order decides where words of several kinds occur: a gateway that answers 503
 * is transient even though the text names a policy.
 */
export function errorClass(text: string): ErrorClass {
  const telling = tellingLines(text.slice(0, 16_384)).join('\n').slice(0, 2048)
  const found = classOf(telling)
  if (found !== null) return found
  const head = text.slice(0, 4096)
  return head.length > telling.length + 64 ? (classOf(head) ?? 'other') : 'other'
}

function classOf(text: string): ErrorClass | null {
  for (const [name, words] of tests) {
    if (words.test(text)) return name
  }
  return null
}

const status = (codes: string): string =>
  `(?:(?:http|status|code|error|response)[ _/a-z]{0,16}[:= (]{1,3}|^\\W*|\\()(?:${codes})\\b|\\b(?:${codes})(?=[ :-]+(?:client|server|error|service|bad|gateway|too|unauthori|forbidden|not found|unprocessable|payment|internal))`

const tests: readonly (readonly [ErrorClass, RegExp])[] = [
  [
    'unknown_tool',
    /\b(?:unknown|unrecogni[sz]ed|no such|undefined|nonexistent|invalid) (?:tool|function)\b(?! (?:arg|param|input))|\b(?:tool|function)\b[^\n]{0,80}?\b(?:not found|does ?n[o']t exist|does not exist|is not (?:available|registered|defined|a (?:valid|known) tool)|not (?:available|registered))|\bnot an? (?:valid|known|recogni[sz]ed|registered) (?:tool|function)\b|\bno tool (?:named|called)\b|\bmethod not found\b/i,
  ],
  [
    'quota',
    new RegExp(
      `${status('429|402')}|\\brate[ _-]?limit|\\btoo many requests\\b|\\bquota\\b|\\binsufficient[ _](?:quota|funds|credits?|balance)\\b|\\bresource[ _]exhausted\\b|\\bbilling\\b|\\bthrottl`,
      'i',
    ),
  ],
  [
    'connection',
    /\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|PIPE|CONNABORTED)\b|\bENOTFOUND\b|\bconnection (?:was )?(?:refused|reset|closed|aborted|failed|error|lost)|\bConnection(?:Refused|Reset|Aborted)?Error\b|\b(?:could not|couldn't|cannot|can't|failed to|unable to) (?:connect|reach|resolve)\b|\b(?:host|network|server|destination)(?: is)? unreachable\b|\bunreachable\b|\bno route to host\b|\bname or service not known\b|\b(?:dns|name resolution|getaddrinfo)\b|\bsocket hang ?up\b|\bbroken pipe\b|\bfetch failed\b/i,
  ],
  [
    'transient',
    new RegExp(
      `${status('408|425|500|502|503|504|529')}|\\btime(?:d)?[ -]?out\\b|\\b\\w*Timeout(?:Error|Exception|Expired)?\\b|\\bETIMEDOUT\\b|\\bdeadline exceeded\\b|\\btemporar(?:y|ily)\\b|\\boverloaded\\b|\\b(?:try|retry) again\\b|\\bservice unavailable\\b|\\bbad gateway\\b|\\bplease retry\\b|\\bresource busy\\b|\\bEBUSY\\b|\\block(?:ed)? wait\\b|\\bdatabase is locked\\b`,
      'i',
    ),
  ],
  [
    'auth',
    new RegExp(
      `${status('401')}|\\bunauthori[sz]ed\\b|\\bunauthenticated\\b|\\bauthentication (?:failed|required|error)|\\binvalid[ _](?:api[ _-]?key|token|credentials?|signature|password)|\\bincorrect api key\\b|\\b(?:token|credentials?|session|certificate)\\b[^\\n]{0,30}\\b(?:expired|revoked)\\b|\\bexpired (?:token|credentials?|session)\\b|\\bnot (?:logged|signed) in\\b|\\blogin required\\b|\\bmissing (?:api[ _-]?key|credentials?|token)\\b`,
      'i',
    ),
  ],
  [
    'denied',
    new RegExp(
      `${status('403')}|\\bforbidden\\b|\\bpermission\\b|\\bE(?:ACCES|PERM)\\b|\\baccess (?:is )?denied\\b|\\bnot (?:allowed|permitted|authori[sz]ed)\\b|\\b(?:denied|blocked|refused|rejected|declined|disallowed|prohibited|vetoed)\\b[^\\n]{0,40}\\b(?:by|policy|user|operator)\\b|\\bpolic(?:y|ies)\\b|\\buser (?:denied|declined|refused|rejected)\\b|\\boperation denied\\b`,
      'i',
    ),
  ],
  [
    'invalid_arguments',
    new RegExp(
      `${status('400|422')}|\\bvalidation\\b|\\binvalid (?:arg|param|input|value|request|json|type|format|option)|\\bmissing\\b[^\\n]{0,40}\\b(?:arg|param|field|propert|key|action|option|value)|\\bmissing required\\b|\\b(?:arg|param|field|propert|option)\\w*\\b[^\\n]{0,60}\\b(?:required|missing|must be|is invalid)|\\brequired (?:arg|param|field|propert|option)|\\bunrecogni[sz]ed (?:arg|option)|\\bunexpected (?:keyword )?arg|\\b(?:could not|failed to|cannot|unable to) parse\\b[^\\n]{0,30}\\b(?:arg|json|input|param)|\\bbad request\\b|\\bJSONDecodeError\\b|\\bunexpected (?:token|end of json)|\\bschema\\b[^\\n]{0,30}\\b(?:valid|match)|\\b(?:expects?|takes) \\d+ arg`,
      'i',
    ),
  ],
  [
    'not_found',
    new RegExp(
      `${status('404|410')}|\\bnot found\\b|\\bno such (?:file|directory|table|column|key|object|host|user|module|attribute|\\w+)\\b|\\bENOENT\\b|\\bFileNotFoundError\\b|\\bdoes(?: not|n't) exist\\b|\\bNotFound(?:Error|Exception)?\\b|\\bModuleNotFoundError\\b|\\bcould(?: not|n't) (?:be found|find)\\b|\\bcannot find\\b`,
      'i',
    ),
  ],
]

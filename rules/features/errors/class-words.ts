import type { ErrorClass } from '../../words/features.ts'

/** An HTTP status where it is one: beside a word such as `status`, at the beginning, or before its reason. */
function status(...codes: readonly number[]): readonly string[] {
  const any = `(?:${codes.join('|')})\\b`
  const reasons =
    'client|server|error|service|bad|gateway|too|unauthori|forbidden|not found|unprocessable|payment|internal'
  return [
    `(?:http|status|code|error|response|upstream|gateway)[ _/a-z]{0,16}[:= (]{1,3}${any}`,
    `^\\W*${any}`,
    `\\(${any}`,
    `\\b${any}(?=[ :-]+(?:${reasons}))`,
  ]
}

/**
 * What tells the classes apart, as sources of regular expressions without regard to case. The order
 * decides where words of several classes occur: a gateway that answers 503 is transient even though
 * its text names a policy.
 */
export const classWords: readonly (readonly [ErrorClass, readonly string[]])[] = [
  [
    'unknown_tool',
    [
      '\\b(?:unknown|unrecogni[sz]ed|no such|undefined|nonexistent|invalid) (?:tool|function)\\b(?! (?:arg|param|input))',
      "\\b(?:tool|function|server)\\b[^\\n]{0,80}?\\b(?:not found|does ?n[o']t exist|does not exist|not available|not registered)",
      '\\b(?:tool|function|server)\\b[^\\n]{0,80}?\\bis not (?:available|registered|defined|a (?:valid|known) tool)',
      '\\bnot an? (?:valid|known|recogni[sz]ed|registered) (?:tool|function)\\b',
      '\\bno tool (?:named|called)\\b',
      '(?:^|[:"\'{}]\\s*)method not found\\b',
      // JSON-RPC 2.0, section 5.1: method not found.
      '-32601\\b',
    ],
  ],
  [
    'quota',
    [
      ...status(429, 402),
      '\\brate[ _-]?limit',
      '\\btoo many requests\\b',
      '\\bquota\\b',
      '\\binsufficient[ _](?:quota|funds|credits?|balance)\\b',
      '\\bresource[ _]exhausted\\b',
      '\\bbilling\\b',
      '\\bthrottl',
    ],
  ],
  [
    'connection',
    [
      '\\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|PIPE|CONNABORTED)\\b',
      '\\bconnection (?:was )?(?:refused|reset|closed|aborted|failed|error|lost)',
      '\\b(?:API)?Connection(?:Refused|Reset|Aborted)?Error\\b',
      "\\b(?:could not|couldn't|cannot|can't|failed to|unable to) (?:connect|reach|resolve)\\b",
      '\\bunreachable\\b',
      '\\bno route to host\\b',
      '\\bname or service not known\\b',
      '\\b(?:dns|name resolution|getaddrinfo)\\b',
      '\\bsocket hang ?up\\b',
      '\\bbroken pipe\\b',
      '\\bfetch failed\\b',
    ],
  ],
  [
    'transient',
    [
      ...status(408, 425, 500, 502, 503, 504, 529),
      '\\btime(?:d)?[ -]?out\\b',
      '\\b\\w*Timeout(?:Error|Exception|Expired)?\\b',
      '\\bETIMEDOUT\\b',
      '\\bdeadline exceeded\\b',
      '\\btemporarily\\b',
      '\\btemporary (?:failure|error|outage|problem|unavailab|network)',
      '\\boverloaded\\b',
      '\\b(?:try|retry) again (?:later|in|after|at|shortly|soon)\\b',
      '\\b(?:try|retry) again[.!]?\\s*$',
      '\\bplease retry (?:later|in|after|shortly)\\b',
      '\\bservice unavailable\\b',
      '\\bbad gateway\\b',
      '\\bresource busy\\b|\\bEBUSY\\b',
      '\\block(?:ed)? wait\\b|\\bdatabase is locked\\b',
    ],
  ],
  [
    'auth',
    [
      ...status(401),
      '\\bunauthori[sz]ed\\b',
      '\\bunauthenticated\\b',
      '\\bauthentication (?:failed|required|error)',
      '\\bAuthentication(?:Error|Exception|Failure)\\b',
      '^\\W*auth(?:entication)?(?:[ _-]?(?:error|failed|failure|required))?\\W*$',
      '\\binvalid[ _](?:api[ _-]?key|token|credentials?|signature|password)',
      '\\bincorrect api key\\b',
      '\\b(?:token|credentials?|session|certificate)\\b[^\\n]{0,30}\\b(?:expired|revoked)\\b',
      '\\bexpired (?:token|credentials?|session)\\b',
      '\\bnot (?:logged|signed) in\\b',
      '\\blogin required\\b',
      '\\bmissing (?:api[ _-]?key|credentials?|token)\\b',
    ],
  ],
  [
    'denied',
    [
      ...status(403),
      '\\bforbidden\\b',
      '\\bpermission(?:Denied)?(?:Error|Exception)?\\b',
      '\\bE(?:ACCES|PERM)\\b',
      '\\baccess (?:is )?denied\\b',
      '\\bnot (?:allowed|permitted|authori[sz]ed)\\b',
      '\\b(?:denied|blocked|refused|rejected|declined|disallowed|prohibited|vetoed)\\b[^\\n]{0,40}\\b(?:by|policy|user|operator)\\b',
      '\\bpolic(?:y|ies)\\b',
      '\\buser (?:denied|declined|refused|rejected)\\b',
      '\\boperation denied\\b',
    ],
  ],
  [
    'invalid_arguments',
    [
      ...status(400, 422),
      '\\bvalidation\\b',
      '\\binvalid (?:arg|param|input|value|request|json|type|format|option)',
      '\\bmissing\\b[^\\n]{0,40}\\b(?:arg|param|field|propert|key|action|option|value)',
      '\\bmissing required\\b',
      '\\b(?:arg|param|field|propert|option)\\w*\\b[^\\n]{0,60}\\b(?:required|missing|must be|is invalid)',
      '\\brequired (?:arg|param|field|propert|option)',
      '\\bunrecogni[sz]ed (?:arg|option)',
      '\\bunexpected (?:keyword )?arg',
      '\\b(?:could not|failed to|cannot|unable to) parse\\b[^\\n]{0,30}\\b(?:arg|json|input|param)',
      '\\bbad request\\b',
      '\\bJSONDecodeError\\b',
      '\\bunexpected token\\b[^\\n]{0,60}\\bjson|\\bunexpected end of json',
      '\\bschema\\b[^\\n]{0,30}\\b(?:valid|match)',
      '\\b(?:expects?|takes) \\d+ arg',
    ],
  ],
  [
    'not_found',
    [
      ...status(404, 410),
      '\\bnot found\\b',
      '\\bno such \\w+',
      '\\bENOENT\\b',
      '\\b(?:FileNotFound|ModuleNotFound)Error\\b',
      '\\bNotFound(?:Error|Exception)?\\b',
      "\\bdoes(?: not|n't) exist\\b",
      '\\bunknown (?:column|table|database|field|user|host|key)\\b',
      "\\bcould(?: not|n't) (?:be found|find)\\b",
      '\\bcannot find\\b',
    ],
  ],
]

import type { KeyInfo } from './key-table.ts'

/**
 * What a key says of a listing:
 * - `hits`: only what was looked for stands there (`results`, `rows`, `nodes`);
 * - `items`: a listing stands there, or a part of something (`data`, `messages`);
 * - `well`: that nothing stands there is good news (`errors`, `failures`);
 * - `total`: how many there are; `paging`: which part of them this is;
 * - `found`: whether there is any; `state`: how it went; `telling`: that in words;
 * - `asked`: what was asked, with all that stands below it; `columns`: what a row holds;
 * - `about`: how it was answered (`took_ms`, `namespace`, `kind`); `id`: of what;
 * - `content`: what a thing of its own has (`name`, `price`); `other`: none of these.
 */
export type ListingRole =
  | 'hits'
  | 'items'
  | 'well'
  | 'total'
  | 'paging'
  | 'found'
  | 'state'
  | 'telling'
  | 'asked'
  | 'columns'
  | 'about'
  | 'id'
  | 'content'
  | 'other'

/** What `key` says of a listing; its spelling (`total_count`, `totalCount`) does not matter. */
export function listingRole(key: KeyInfo): ListingRole {
  let role = known.get(key)
  if (role === undefined) known.set(key, (role = roleOf(key.text)))
  return role
}

const known = new WeakMap<KeyInfo, ListingRole>()

function roleOf(key: string): ListingRole {
  const word = key
    .slice(0, 64)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
  const named = roles.get(word)
  if (named !== undefined) return named
  if (totals.test(word)) return 'total'
  const parts = word.split('_')
  if (parts.some((part) => results.has(part))) return 'content'
  if (parts.every((part) => paging.has(part))) return 'paging'
  if (parts.every((part) => about.has(part) || paging.has(part))) return 'about'
  return parts.length > 1 && (parts.at(-1) === 'id' || parts.at(-1) === 'ids') ? 'id' : 'other'
}

const totals =
  /^(?:count|total|length|size|n|num_?found|nb_hits|result_size_estimate|(?:estimated_)?(?:total|result|match|hit|num|number_of|row)_?(?:count|hits|results|matches|items|rows|records|elements|documents|entries|found|size)?)$/

const words = {
  hits: 'results hits matches rows records nodes edges documents docs search_results organic_results organic',
  items: 'items data values value entries list messages events issues objects elements result resources',
  well:
    'error errors exception exceptions failure failures failed problems warning warnings violations conflicts ' +
    'vulnerabilities diagnostics missing offenses findings alerts blockers differences diff changes regressions',
  found: 'found',
  state: 'status',
  telling: 'message msg detail details reason note info hint',
  asked:
    'q query queries search_query search_term search_terms keyword keywords term terms filter filters where pattern regex ' +
    'glob params parameters request_params request search_parameters response_header shards usage links sort order_by',
  columns: 'columns column_names fields field_names headers header schema',
  about: 'kind object relation self url uri href incomplete_results timed_out scanned_count',
  content:
    'name title description text summary body content answer address price amount balance affected affected_rows ' +
    'rows_affected inserted updated deleted modified changed created upserted passed valid',
} as const satisfies Partial<Record<ListingRole, string>>

const roles: ReadonlyMap<string, ListingRole> = new Map(
  Object.entries(words).flatMap(([role, keys]) =>
    keys.split(' ').map((key): [string, ListingRole] => [key, role as ListingRole]),
  ),
)

/** Parts of keys that tell what came of work, though nothing was listed. */
const results = new Set(
  'checked scanned analyzed analysed tested linted validated verified passed affected'.split(' '),
)

const paging = new Set(
  (
    'page pages per size number num nb limit offset skip start at first last max min cursor has more next previous prev ' +
    'token truncated partial is end before after of out total results items hits'
  ).split(' '),
)

const about = new Set(
  (
    'q query search term filter namespace index indexes collection dataset database db table schema engine provider api ' +
    'version url uri path time zone timezone timed language lang locale exact exhaustive complete incomplete estimated ' +
    'processing latency ms s seconds cost credits units read tokens remaining rate quota sort order direction response ' +
    'odata context metadata type kind etag role access sync model cached cache'
  ).split(' '),
)

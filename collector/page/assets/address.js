/** Filters of the list of runs: what may stand behind `#/?`. */
export const filterNames = ['outcome', 'reason', 'class', 'agent', 'since', 'limit_hit', 'trace']

/** What an address shows: `#/` or `#/runs` the list, `#/runs/ID` a run, `#/report` the report; each may end in a query. */
export function read(hash) {
  const [, id, query = ''] = /^#\/?(?:runs\/([^?]+)|report|runs)?\/?(?:\?(.*))?$/.exec(hash) ?? []
  const params = new URLSearchParams(query)
  if (id !== undefined) return { view: 'run', id: decoded(id), params }
  return { view: hash.startsWith('#/report') ? 'report' : 'runs', params }
}

/** The address of a run. */
export function runAddress(id) {
  return `#/runs/${encodeURIComponent(id)}`
}

/** The address of the list narrowed to `filters`; those without a value are left out. */
export function listAddress(filters) {
  return withQuery('#/', filters)
}

/** `path` with those of the values that there are. */
export function withQuery(path, values) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString()
  return query === '' ? path : `${path}?${query}`
}

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

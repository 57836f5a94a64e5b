import { expect, it } from 'vitest'
import { keyAt } from '../../../../rules/features/keys/key-table.ts'
import { listingRole, type ListingRole } from '../../../../rules/features/keys/listing-key.ts'

const keys: Readonly<Record<ListingRole, readonly string[]>> = {
  hits: ['results', 'Hits', 'rows', 'searchResults', 'nodes'],
  items: ['items', 'data', 'messages', '_values'],
  well: ['errors', 'failures', 'Warnings'],
  total: ['total', 'totalCount', 'row_count', 'numFound', 'nbHits', 'n'],
  paging: ['page', 'per_page', 'total_pages', 'hasNextPage', 'endCursor', 'startAt', 'next-page-token'],
  found: ['found'],
  state: ['status'],
  telling: ['message', 'reason'],
  asked: ['query', 'filters', 'searchQuery', '_shards'],
  columns: ['columns', 'Fields'],
  about: ['kind', 'namespace', 'processingTimeMs', 'timeZone', 'incomplete_results', '@odata.type'],
  id: ['channel_id', 'orderId', 'user_ids'],
  content: ['name', 'title', 'files_checked', 'rows_affected'],
  other: ['', 'id', 'seats', 'total_revenue', 'page_title', 'name_of_page'],
}

it.each(
  Object.entries(keys).flatMap(([role, named]) =>
    named.map((key): [string, ListingRole] => [key, role as ListingRole]),
  ),
)('%j', (key, role) => {
  const bytes = new TextEncoder().encode(key)
  expect(listingRole(keyAt(bytes, 0, bytes.length))).toBe(role)
})

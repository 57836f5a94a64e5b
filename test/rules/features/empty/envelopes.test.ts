import { describe, expect, it } from 'vitest'
import { observationFeatures } from '../../../../rules/features/observation.ts'
import { hashing } from '../hashing.ts'

function stateOf(answer: unknown): string {
  return observationFeatures(answer, hashing).state
}

describe('an answer that lists nothing, as services write it', () => {
  it.each([
    ['GitHub', { total_count: 0, incomplete_results: false, items: [] }],
    ['Jira', { issues: [], startAt: 0, maxResults: 50, total: 0 }],
    ['Jira, new', { issues: [], isLast: true }],
    ['Stripe', { object: 'list', data: [], has_more: false, url: '/v1/charges' }],
    [
      'Elasticsearch',
      {
        took: 3,
        timed_out: false,
        _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
        hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
      },
    ],
    ['Elasticsearch, a document', { _index: 'notes', _id: 'a1', found: false }],
    [
      'Solr',
      {
        responseHeader: { status: 0, QTime: 1 },
        response: { numFound: 0, start: 0, numFoundExact: true, docs: [] },
      },
    ],
    [
      'Algolia',
      {
        hits: [],
        nbHits: 0,
        page: 0,
        nbPages: 0,
        hitsPerPage: 20,
        exhaustiveNbHits: true,
        query: 'a b',
        params: 'query=a+b',
        processingTimeMS: 1,
      },
    ],
    [
      'Meilisearch',
      { hits: [], query: 'a b', processingTimeMs: 0, limit: 20, offset: 0, estimatedTotalHits: 0 },
    ],
    [
      'Typesense',
      {
        facet_counts: [],
        found: 0,
        hits: [],
        out_of: 1200,
        page: 1,
        request_params: { collection_name: 'books', per_page: 10, q: 'x' },
        search_cutoff: false,
        search_time_ms: 0,
      },
    ],
    ['Pinecone', { matches: [], namespace: 'docs', usage: { readUnits: 5 } }],
    ['Qdrant', { result: [], status: 'ok', time: 0.000_1 }],
    ['Weaviate', { data: { Get: { Article: [] } } }],
    ['Gmail', { resultSizeEstimate: 0 }],
    ['Google Calendar', { kind: 'calendar#events', items: [], timeZone: 'UTC', accessRole: 'owner' }],
    ['Google Drive', { kind: 'drive#fileList', incompleteSearch: false, files: [] }],
    [
      'YouTube',
      {
        kind: 'youtube#searchListResponse',
        etag: 'x',
        regionCode: 'DE',
        pageInfo: { totalResults: 0, resultsPerPage: 5 },
        items: [],
      },
    ],
    ['GraphQL', { data: { search: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } } } }],
    ['GraphQL with errors of none', { data: { users: { nodes: [], totalCount: 0 } }, errors: [] }],
    ['OData', { '@odata.context': 'https://x.example/$metadata#users', value: [] }],
    ['JSON:API', { data: [], meta: { count: 0 }, links: { self: 'https://x.example/y?page=9' } }],
    ['Kubernetes', { apiVersion: 'v1', items: [], kind: 'List', metadata: { resourceVersion: '' } }],
    ['Django REST, beyond the end', { count: 120, next: null, previous: '/x?page=8', results: [] }],
    ['Slack', { ok: true, messages: [], has_more: false, response_metadata: { next_cursor: '' } }],
    [
      'Notion',
      {
        object: 'list',
        results: [],
        next_cursor: null,
        has_more: false,
        type: 'page_or_database',
        page_or_database: {},
        request_id: 'a1',
      },
    ],
    ['DynamoDB', { Items: [], Count: 0, ScannedCount: 0 }],
    ['MongoDB', { documents: [] }],
    ['SQL', { columns: ['id', 'name'], rows: [] }],
    [
      'SQL with columns that have types',
      { columns: [{ name: 'id', type: 'int' }], rows: [], row_count: 0, execution_time_ms: 3 },
    ],
    ['the query as it was', { query: 'quarterly revenue of the west', results: [], total: 0 }],
    ['a filter, and facets', { hits: [], facets: {}, filters: { q: 'a' } }],
    ['the last page', { items: [], page: 7, total_pages: 5 }],
    ['of a channel', { channel_id: 'C1', messages: [] }],
    ['of a repository', { repo: 'a/b', matches: [], truncated: false }],
    ['not found', { status: 'not_found', data: null }],
    ['not found, in words', { found: false, message: 'There is no customer with this e-mail address.' }],
    ['nothing, in words', { results: [], message: 'No results found.' }],
    ['a search that went well', { success: true, results: [], message: 'Search completed successfully' }],
    [
      'MCP',
      {
        content: [
          { type: 'text', text: 'No documents matched your search for "abc". Try different keywords.' },
        ],
      },
    ],
    [
      'MCP, JSON in it',
      { content: [{ type: 'text', text: '{"query":"x","results":[],"total":0}' }], isError: false },
    ],
  ])('%s', (_, answer) => {
    expect(stateOf(answer)).toBe('empty')
    expect(stateOf(JSON.stringify(answer))).toBe('empty')
  })
})

describe('an answer that says something, though a list of it is empty', () => {
  it.each([
    ['no errors', { status: 'ok', errors: [] }],
    ['only that', { errors: [] }],
    ['nothing failed', { tests: 14, failures: [] }],
    ['valid', { valid: true, errors: [], warnings: [] }],
    ['checked', { files_checked: 12, issues: [] }],
    ['checked, and counted', { issues: [], total: 0, files_scanned: 12 }],
    ['passed', { passed: true, findings: [] }],
    ['a customer without orders', { name: 'Anna', orders: [], address: 'Elm Street 5' }],
    ['an account', { id: 7, plan: 'pro', seats: 5, messages: [] }],
    ['an issue without comments', { id: 5, title: 'It breaks', state: 'open', comments: [], labels: [] }],
    ['a product', { sku: 'a-1', price: 19, items: [] }],
    ['an order', { order_id: 'o-1', status: 'shipped', items: [] }],
    ['a job', { job_id: 'j-1', status: 'running', results: [] }],
    ['a receipt', { id: 'a1', created: true }],
    ['rows that changed', { rows: [], rowCount: 3, command: 'UPDATE' }],
    ['affected rows', { rows: [], affected_rows: 3 }],
    ['a count without hits', { hits: { total: { value: 120, relation: 'eq' }, hits: [] } }],
    ['a number of them', { results: [], total: 37 }],
    [
      'aggregations',
      { hits: { hits: [], total: 0 }, aggregations: { days: { buckets: [{ key: 'a', doc_count: 3 }] } } },
    ],
    ['an aggregate row', [{ n: 0, s: null }]],
    ['aggregates by month', { rows: [{ month: '2026-01', count: 0 }] }],
    ['a row of zero', { columns: ['n'], rows: [[0]] }],
    [
      'counts for each',
      [
        { query: 'a', count: 0 },
        { query: 'b', count: 0 },
      ],
    ],
    ['suggestions', { results: [], suggestions: ['heat pump'] }],
    ['an answer beside it', { results: [], answer: 'The west made 5 million.' }],
    ['an answer in words', { results: [], message: 'The index is being rebuilt, 40 % are done.' }],
    ['a failure', { results: [], error: 'index is down' }],
    ['failures', { data: [], errors: [{ message: 'no such field' }] }],
    ['a failure by its status', { status: 'error', results: [] }],
    ['much else', { results: [], a: 1, b: 2, c: 3, d: 4 }],
    ['a record of Airtable', { id: 'rec1', fields: { City: 'Oslo' }, comments: [] }],
    ['a host', { host: 'web-1', version: '1.2', load: 0.4, events: [] }],
    ['found', { found: true, items: [] }],
    ['a yes or no', { exists: false }],
    ['a balance', { balance: 0, transactions: [] }],
    ['a text', { content: [{ type: 'text', text: 'The harbour is closed.' }] }],
    ['nobody is missing', { missing: [], present: 30 }],
    ['state without error', { status: 'ok', error: null }],
  ])('%s', (_, answer) => {
    expect(stateOf(answer)).toBe('known')
    expect(stateOf(JSON.stringify(answer))).toBe('known')
  })
})

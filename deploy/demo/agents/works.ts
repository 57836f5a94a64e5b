import type { Action, ScriptedAgent } from '../scripted-agent.ts'

const pages = [
  'Orders come in through the shop and by e-mail; both end up in the table `orders`.',
  'Every night at two a job exports new rows of `orders` to the bookkeeping.',
  'The export skips rows whose column `vat_id` is empty.',
  'E-mail orders have been stored without a VAT id since the form was changed in March.',
  'The form change was meant to shorten the checkout for private customers.',
  'Private customers are told apart by the column `customer_kind`.',
  'The export does not read `customer_kind`.',
  'Bookkeeping noticed 212 missing orders at the end of the quarter.',
  'A backfill script exists and takes a range of dates.',
]

const work: readonly Action[] = [
  {
    tool: 'list_pages',
    args: { folder: 'handbook' },
    result: pages.map((_, i) => `page-${i + 1}.md`).join('\n'),
  },
  ...pages.map((result, i) => ({ tool: 'read_page', args: { path: `handbook/page-${i + 1}.md` }, result })),
  { tool: 'run_query', args: { sql: 'select count(*) from orders where vat_id is null' }, result: '212' },
  {
    tool: 'run_query',
    args: { sql: 'select min(created), max(created) from orders where vat_id is null' },
    result: '04 March to 28 June',
  },
  {
    answer:
      'The export skips private customers. Let it read customer_kind, then backfill 4 March to 28 June: 212 orders.',
  },
]

/** Many calls of the same tools, and each brings something new. */
export const works: ScriptedAgent = {
  name: 'works',
  does: 'reads page after page and finishes',
  task: 'Why do orders go missing between shop and bookkeeping?',
  turn: (index) => work[index] as Action,
  expected: { outcome: 'answered', reason: null, decisions: [] },
}

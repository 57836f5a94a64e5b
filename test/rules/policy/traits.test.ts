import { expect, it } from 'vitest'
import { defaultTraits } from '../../../rules/policy/traits.ts'
import { matchesAny } from '../../../rules/policy/glob.ts'

const { mutating, readOnly } = defaultTraits
const changes = (tool: string): boolean => matchesAny(mutating, tool) && !matchesAny(readOnly, tool)

it.each([
  'archive_email',
  'assign_ticket',
  'close_issue',
  'git_commit',
  'pop_task',
  'schedule_meeting',
  'subscribe',
  'upsert_row',
])('%s is known as a tool that changes something', (tool) => expect(changes(tool)).toBe(true))

it.each([
  'emergency_contacts',
  'nuclear_reactors',
  'popular_items',
  'catalog_entries',
  'flight_schedule',
  'output_schema',
  'share_price',
  'bus_stop_info',
  'async_result',
  'list_commits',
  'datapoints',
  'autocomplete',
])('%s is not, though its name has such a word in it', (tool) => expect(changes(tool)).toBe(false))

import type { ScriptedAgent } from '../scripted-agent.ts'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/**
 * Looks at a sensor that is off. Only the time in the reading differs, so nothing new is learned.
 * It emits OpenTelemetry spans and uses no SDK: such agents are only watched (mode `shadow`) until
 * the policy says otherwise. What would have been done is recorded, and nothing is done.
 */
export const watched: ScriptedAgent = {
  name: 'watched',
  does: 'loops too, but is only watched: plain spans, mode shadow',
  task: 'Tell me when the boiler reaches 60 degrees.',
  turn: (index) => ({
    tool: 'read_sensor',
    args: { id: 'boiler-2' },
    result: `{"sensor": "boiler-2", "state": "off", "read_at": "2025-03-04T08:15:${twoDigits(index)}Z"}`,
  }),
  expected: { outcome: 'failed', reason: null, decisions: ['nudge', 'halt'] },
}

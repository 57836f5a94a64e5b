import type { Vocabulary } from '../vocabulary.ts'

/**
 * CrewAI's own telemetry (lib/crewai/src/crewai/telemetry/telemetry.py): meant for CrewAI's endpoint;
 * older releases leaked it into the application's provider. Its tool spans hold neither arguments nor
 * results and repeat what an instrumentation reports.
 */
export const crewai: Vocabulary = {
  name: 'crewai',
  title: "CrewAI's own telemetry",
  covers: 'commit f4731f502',
  proof: ['source', 'trace'],
  capture: {
    results: 'never',
    advice: 'Not for users, and dropped. Instrument CrewAI with OpenInference or OpenLIT.',
  },
  kinds: [
    { kind: 'ignore', when: [{ scopeStarts: 'crewai.telemetry' }] },
    { kind: 'ignore', when: [{ attribute: 'crew_key', present: true }] },
  ],
  hints: { scopes: ['crewai.telemetry'] },
}

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
  // Its attributes say nothing: OpenInference writes `crew_key`, too.
  kinds: [{ kind: 'ignore', when: [{ scopeStarts: 'crewai.telemetry' }] }],
  hints: { scopes: ['crewai.telemetry'] },
}

// npm run dashboards: writes the files that Grafana loads.
import { writeFileSync } from 'node:fs'
import { agentRows } from './agents.ts'
import { dashboardJson, type Dashboard } from './dashboard.ts'
import { observerRows } from './observer.ts'

/** The dashboards by the name of their file in dashboards/. */
export const dashboards: Readonly<Record<string, Dashboard>> = {
  'agents.json': {
    uid: 'loop-observer-agents',
    title: 'loop-observer: agents',
    about: 'How runs ended, which limits were hit, whether nudges helped, what was saved (estimates).',
    byAgent: true,
    rows: agentRows,
  },
  'observer.json': {
    uid: 'loop-observer-itself',
    title: 'loop-observer: the observer',
    about: 'Taking in, judging, store, control channel, outbox and judge model of the observer itself.',
    byAgent: false,
    rows: observerRows,
  },
}

if (import.meta.main) {
  for (const [name, dashboard] of Object.entries(dashboards)) {
    writeFileSync(new URL(`dashboards/${name}`, import.meta.url), dashboardJson(dashboard))
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { loopAttributes } from '@loop-observer/rules'
import { catalogue, type MetricSpec } from '../collector/metrics/catalogue.ts'
import { decisionAttributes } from '../collector/outbox/spans/attributes.ts'
import { tableOf } from './markdown-table.ts'

/** Pages that are made from data, by their path. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'collector/outbox/ATTRIBUTES.md': attributesPage,
  'collector/metrics/METRICS.md': metricsPage,
}

const made = 'Made from the code by `npm run reference-tables`; a test holds it.'

function attributesPage(): string {
  return [
    '# The `loop.*` attributes',
    '',
    made,
    '',
    'Our spans follow the OpenTelemetry GenAI conventions (`gen_ai.*`: `invoke_agent`, `execute_tool`, `chat`). What those',
    'lack has a name of its own, below.',
    '',
    '## On spans of the SDK',
    '',
    'A span with `loop.step.kind` is a step. `loop.run.id` alone, on any span of any instrumentation, says which run it belongs to.',
    '',
    ...tableOf(
      ['attribute', 'says'],
      Object.entries(sdkAttributes()).map(([name, says]) => [`\`${name}\``, says]),
    ),
    '',
    '## On decision spans besides',
    '',
    'A span with `loop.decision.seq` is a decision of the observer, and never a step. Beside these it carries `loop.run.id`,',
    '`loop.lane`, `loop.agent`, `loop.task` and `gen_ai.agent.name`, and the event `gen_ai.evaluation.result` of the GenAI',
    'conventions: the reason as `gen_ai.evaluation.name`, the action as `gen_ai.evaluation.score.label`, and',
    '`gen_ai.evaluation.explanation`. Each link leads to a span of the evidence, and says its `loop.step.id`.',
    '',
    ...tableOf(
      ['attribute', 'says'],
      Object.entries(decisionAttributes).map(([name, says]) => [`\`${name}\``, says]),
    ),
    '',
  ].join('\n')
}

/** The names with what the code says of them. */
function sdkAttributes(): Readonly<Record<string, string>> {
  const path = new URL('../rules/words/attributes.ts', import.meta.url)
  const lines = readFileSync(path, 'utf8').matchAll(/\/\*\* (.*) \*\/\n {2}\w+: '([^']+)'/g)
  const told = Object.fromEntries([...lines].map(([, says = '', name = '']) => [name, says]))
  return Object.fromEntries(
    Object.values(loopAttributes).map((name) => {
      const says = told[name]
      if (says === undefined)
        throw new Error(`${name} has no comment of one line in rules/words/attributes.ts`)
      return [
        name,
        says.replace('{@link loopStepKinds}', '`tool`, `model`, `check`, `bar`, `user`, `progress`'),
      ]
    }),
  )
}

function metricsPage(): string {
  return [
    '# Metrics',
    '',
    made,
    '',
    '`GET /metrics` shows them in the Prometheus text format, with those of the Node process (`process_*`, `nodejs_*`); the',
    'same can be [pushed over OTLP](../outbox/README.md#metrics-over-otlp). Labels are closed sets of words, never ids;',
    '`agent` tells the first 50 names apart that an observer meets, then says `other`.',
    '',
    ...tableOf(
      ['metric', 'type', 'labels', 'says'],
      Object.entries<MetricSpec>(catalogue).map(([name, { type, labels, help }]) => [
        `\`loop_observer_${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
    ),
    '',
  ].join('\n')
}

if (import.meta.main) {
  for (const [path, make] of Object.entries(referencePages)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), make())
  }
}

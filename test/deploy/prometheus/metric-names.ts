import { catalogue, type MetricSpec } from '../../../collector/metrics/catalogue.ts'

const metrics: Readonly<Record<string, MetricSpec>> = catalogue

/** Labels that Prometheus, and not the observer, gives a series. */
const scraped = ['job', 'instance', 'le']

/** What a query names of the observer's metrics that the catalogue does not have: names, and labels in selectors. */
export function unknownIn(query: string): readonly string[] {
  return [...query.matchAll(/\bloop_observer_(\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([name, key = '', selector]) => {
      const spec = metrics[key] ?? histogramOf(key)
      if (spec === undefined) return [name]
      const labels = [...(selector ?? '').matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      return labels
        .filter((label) => ![...spec.labels, ...scraped].includes(label))
        .map((each) => `${name} ${each}`)
    },
  )
}

/** A histogram stands in queries by its buckets, sum or count. */
function histogramOf(key: string): MetricSpec | undefined {
  const spec = metrics[key.replace(/_(bucket|sum|count)$/, '')]
  return spec?.type === 'histogram' ? spec : undefined
}

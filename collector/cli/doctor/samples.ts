/** One sample of the Prometheus text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Samples of a Prometheus text page, comments left out. Lines that are none are left out too. */
export function samplesOf(page: string): readonly Sample[] {
  return page.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line)
    const value = Number(match?.[3])
    if (match === null || Number.isNaN(value)) return []
    return [{ name: match[1] ?? '', labels: labelsOf(match[2] ?? ''), value }]
  })
}

/** Sum of the samples of `name` whose labels agree with `where`. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  where: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter(
      (sample) =>
        sample.name === name && Object.entries(where).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
}

/** Sum for each value of a label, largest first, zeros left out. */
export function sumsBy(
  samples: readonly Sample[],
  name: string,
  label: string,
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const sample of samples) {
    if (sample.name !== name) continue
    const key = sample.labels[label] ?? ''
    sums.set(key, (sums.get(key) ?? 0) + sample.value)
  }
  return [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1])
}

function labelsOf(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {}
  for (const [, name, value] of text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
    if (name !== undefined && value !== undefined) labels[name] = value.replace(/\\(.)/g, '$1')
  }
  return labels
}

/** A run that makes one call again and again. */
export function looping(run_id: string, more: object = {}): object {
  return run(
    run_id,
    Array.from({ length: 12 }, (_, i) => call(i, 'q', 'The same page.')),
    {
      success: false,
      ...more,
    },
  )
}

/** A run in which each call brings news. */
export function working(run_id: string, more: object = {}): object {
  const steps = Array.from({ length: 8 }, (_, i) =>
    call(i, `question ${i}`, `Fact number ${i}: ${'abcdefgh'[i]}`),
  )
  return run(run_id, steps, { success: true, ...more })
}

/** A run that ends with a pass of a check. */
export function checked(run_id: string, failures: readonly string[], more: object = {}): object {
  return run(run_id, [{ i: 0, kind: 'check', check: 'unit', failures }], {
    success: failures.length === 0,
    ...more,
  })
}

function run(run_id: string, steps: readonly object[], more: object): object {
  return { v: 1, run_id, agent: 'guide', steps, ...more }
}

function call(i: number, query: string, observation: string): object {
  return {
    i,
    at: i * 1000,
    took: 100,
    round: i,
    tool: 'search',
    args: { query },
    observation,
    tokens_in: 10,
    cost_usd: 0.01,
  }
}

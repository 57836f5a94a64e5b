import { z } from 'zod'

const verdict = z.object({ answerable: z.boolean() })

/** Text that some models put around an object. */
const fenced = /^```(?:json)?\s*([\s\S]*?)\s*```$/

/**
 * The opinion in a judge model's answer: one JSON object with a boolean `answerable`, bare or in a code fence.
 * Null for anything else: words around an object may be the words of what was judged.
 */
export function verdictOf(content: string): boolean | null {
  const text = content.trim()
  const bare = fenced.exec(text)?.[1] ?? text
  try {
    const parsed = verdict.safeParse(JSON.parse(bare))
    return parsed.success ? parsed.data.answerable : null
  } catch {
    return null
  }
}

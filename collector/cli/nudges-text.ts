/** Of a run. */
interface NudgeCounts {
  readonly nudges: number
  readonly recordedNudges?: number | undefined
}

/** How often the agent was told; what the mode only recorded is called so. */
export function nudgesText({ nudges, recordedNudges = 0 }: NudgeCounts): string {
  if (recordedNudges === 0) return String(nudges)
  return nudges === 0 ? `${recordedNudges} recorded` : `${nudges}, ${recordedNudges} recorded`
}

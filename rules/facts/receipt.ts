import type { ToolStep } from '../words/step.ts'

const MOST_CHARS = 80

/** An answer too short to tell one from another: "ok", "done", "available", `{"success":true}`. */
export function isReceipt({ observation }: Pick<ToolStep, 'observation'>): boolean {
  return observation.state === 'known' && observation.sizeChars <= MOST_CHARS
}

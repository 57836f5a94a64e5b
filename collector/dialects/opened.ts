import type { AttributeValue } from '../receiver/span-view.ts'

/** What an envelope holds and says. */
export interface Opened {
  readonly value: AttributeValue
  readonly failed: boolean
  readonly callId?: string
  readonly tool?: string
}

import { RetryableError } from '../errors/errors.ts'
import type { ReceiverLimits } from './limits.ts'

/** A request that was let in. */
export interface Admitted {
  /** Takes bytes into account. Throws RetryableError `overloaded` when too many are held. */
  hold(sizeBytes: number): void
  /** The request is answered, its bytes are free. Further calls do nothing. */
  leave(): void
}

/** Bounds requests and bytes in flight, so that senders wait and not the memory grows. */
export class Admission {
  private readonly limits: Pick<ReceiverLimits, 'requestsInFlight' | 'bytesInFlight'>
  private requests = 0
  private heldBytes = 0

  constructor(limits: Pick<ReceiverLimits, 'requestsInFlight' | 'bytesInFlight'>) {
    this.limits = limits
  }

  /** Lets a request in. Throws RetryableError `overloaded` when too many are being worked on. */
  enter(): Admitted {
    const { requestsInFlight, bytesInFlight } = this.limits
    if (this.requests >= requestsInFlight) {
      throw new RetryableError('overloaded', `${requestsInFlight} requests are in flight already`)
    }
    this.requests++
    let ownBytes = 0
    let left = false
    return {
      hold: (sizeBytes) => {
        if (this.heldBytes + sizeBytes > bytesInFlight) {
          throw new RetryableError('overloaded', `${bytesInFlight} bytes are in flight already`)
        }
        ownBytes += sizeBytes
        this.heldBytes += sizeBytes
      },
      leave: () => {
        if (left) return
        left = true
        this.requests--
        this.heldBytes -= ownBytes
      },
    }
  }
}

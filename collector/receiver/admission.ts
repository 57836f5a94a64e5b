import { RetryableError } from '../errors/errors.ts'
import type { ReceiverLimits } from './limits.ts'

/** A request that was let in. */
export interface Admitted {
  /** Takes bytes into account, as they arrive. Throws RetryableError `overloaded` when too many are held. */
  hold(sizeBytes: number): void
  /** The body is complete, work begins. Throws RetryableError `overloaded` when too much is being worked on. */
  begin(): void
  /** The request is answered, its bytes are free. Further calls do nothing. */
  leave(): void
}

/**
 * Bounds requests being worked on and bytes in flight, so that senders wait and not the memory
 * grows. A request counts from the moment its body is complete: one whose sender stalls holds
 * nothing but the bytes that have arrived, and keeps nobody out.
 */
export class Admission {
  private readonly limits: Pick<ReceiverLimits, 'requestsInFlight' | 'bytesInFlight'>
  private requests = 0
  private heldBytes = 0

  constructor(limits: Pick<ReceiverLimits, 'requestsInFlight' | 'bytesInFlight'>) {
    this.limits = limits
  }

  /** Lets a request in, to be read. Throws RetryableError `overloaded` when it could not be worked on now. */
  enter(): Admitted {
    this.requireRoom()
    let ownBytes = 0
    let state: 'reading' | 'working' | 'left' = 'reading'
    return {
      hold: (sizeBytes) => {
        const { bytesInFlight } = this.limits
        if (this.heldBytes + sizeBytes > bytesInFlight) {
          throw new RetryableError('overloaded', `${bytesInFlight} bytes are in flight already`)
        }
        ownBytes += sizeBytes
        this.heldBytes += sizeBytes
      },
      begin: () => {
        if (state !== 'reading') return
        this.requireRoom()
        state = 'working'
        this.requests++
      },
      leave: () => {
        if (state === 'working') this.requests--
        if (state !== 'left') this.heldBytes -= ownBytes
        state = 'left'
      },
    }
  }

  private requireRoom(): void {
    const { requestsInFlight } = this.limits
    if (this.requests >= requestsInFlight) {
      throw new RetryableError('overloaded', `${requestsInFlight} requests are in flight already`)
    }
  }
}

import {
  ResponderBuilder,
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type ServerInterceptor,
} from '@grpc/grpc-js'
import { RetryableError } from '../../errors/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Admission, Admitted } from '../admission.ts'
import { statusOf } from './status.ts'

/** Finds out who calls, from the metadata. Throws PermanentError when that is unknown or may not ingest. */
export type AuthorizeCall = (metadata: Metadata) => Principal

/** A call that was let in. */
interface Visit {
  readonly principal: Principal
  readonly admitted: Admitted
}

/** Decides about each call before anything of its message is read. */
export interface Gate {
  readonly interceptor: ServerInterceptor
  /** Gives the call's visit to its handler, which from then on has to leave. */
  take(metadata: Metadata): Visit
}

/** What a gate asks, and whom it tells. */
export interface GateOptions {
  readonly authorize: AuthorizeCall
  readonly admission: Admission
  /** How long a message may take to arrive. */
  readonly arrivalMs: number
  /** Told of every call whose sender may not ingest, or is unknown. */
  readonly unauthorized?: (path: string, error: unknown) => void
  /** Told of every call for which there was no room. */
  readonly refused: (path: string, error: unknown) => void
}

/**
 * Makes a gate. A call that goes away before its message is complete never reaches a handler, so
 * until `take` it is the gate that leaves for it.
 */
export function createGate(options: GateOptions): Gate {
  const { authorize, admission, refused, unauthorized, arrivalMs } = options
  const visits = new WeakMap<Metadata, Visit & { readonly timer: NodeJS.Timeout }>()
  const enter = (path: string): Admitted => {
    try {
      return admission.enter()
    } catch (error) {
      refused(path, error)
      throw error
    }
  }
  const identify = (path: string, metadata: Metadata): Principal => {
    try {
      return authorize(metadata)
    } catch (error) {
      unauthorized?.(path, error)
      throw error
    }
  }
  const interceptor: ServerInterceptor = ({ path }, call) => {
    let key: Metadata | null = null
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        try {
          const principal = identify(path, metadata)
          const admitted = enter(path)
          const timer = setTimeout(() => call.sendStatus(statusOf(late(arrivalMs))), arrivalMs)
          visits.set(metadata, { principal, admitted, timer })
        } catch (error) {
          call.sendStatus(statusOf(error))
          return
        }
        key = metadata
        next(metadata)
      })
      .withOnCancel(() => {
        if (key === null) return
        const visit = visits.get(key)
        visit?.admitted.leave()
        clearTimeout(visit?.timer)
        visits.delete(key)
      })
      .build()
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    )
  }
  return {
    interceptor,
    take(metadata) {
      const visit = visits.get(metadata)
      if (visit === undefined) throw new Error('a call reached its handler past the gate')
      visits.delete(metadata)
      clearTimeout(visit.timer)
      return visit
    },
  }
}

function late(arrivalMs: number): RetryableError {
  return new RetryableError('unavailable', `the message was not complete after ${arrivalMs} ms`)
}

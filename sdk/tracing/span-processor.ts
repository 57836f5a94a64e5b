import { diag, type Attributes, type Context } from '@opentelemetry/api'
import { loopAttributes } from '@loop-observer/rules'
import { markOf } from './spans.ts'
import { sdkName } from './version.ts'

/** The part of a span that the processor uses, the same in SDK 1, 2 and 3. */
interface StartedSpan {
  readonly attributes?: Attributes
  setAttribute(key: string, value: string): unknown
}

/** A span processor of the OpenTelemetry SDK 1, 2 or 3, as a plain object. */
export interface LoopSpanProcessor {
  onStart(span: StartedSpan, parentContext: Context): void
  onEnding(span: unknown): void
  onEnd(span: unknown): void
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/**
 * Says on the application's own spans which run and lane they belong to, when they begin inside a
 * run: then they join it, whatever their vocabulary. Put it first in the provider's list. Never
 * throws, and depends on no SDK.
 */
export function loopSpanProcessor(): LoopSpanProcessor {
  return {
    onStart(span, parentContext) {
      try {
        stamp(span, parentContext)
      } catch (error) {
        diag.warn(`${sdkName}: a span could not be marked with its run`, error)
      }
    },
    onEnding() {},
    onEnd() {},
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
}

function stamp(span: StartedSpan, parentContext: Context): void {
  const mark = markOf(parentContext)
  if (mark === null || span.attributes?.[loopAttributes.runId] !== undefined) return
  span.setAttribute(loopAttributes.runId, mark.runId)
  span.setAttribute(loopAttributes.lane, mark.lane)
  // Such a span may reach the observer first: it must not take the run for one of telemetry.
  span.setAttribute(loopAttributes.source, 'sdk')
}

import type { PermanentError } from '../../errors/errors.ts'
import type { AttributeView } from '../span-view.ts'
import { WireAttributes } from './wire-attributes.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'

/** Where a record lies in the request buffer. */
export interface WirePlace {
  readonly start: number
  readonly end: number
  /** Tag of the record's attributes. */
  readonly attributeTag: number
}

/** What a span and a log record have in common: attributes that are read when asked for, and where they come from. */
export abstract class WireRecord {
  /** End of its entries in the request's list of attributes. */
  entriesTo = 0
  protected readonly request: WireRequest
  protected readonly place: WirePlace
  private readonly source: WireSource
  private readonly entriesFrom: number
  private view: AttributeView | null = null

  constructor(request: WireRequest, source: WireSource, place: WirePlace) {
    this.request = request
    this.source = source
    this.place = place
    this.entriesFrom = request.entriesLength
  }

  get attributes(): AttributeView {
    const { start, end, attributeTag: tag } = this.place
    this.view ??= new WireAttributes(this.request, {
      from: this.entriesFrom,
      to: this.entriesTo,
      start,
      end,
      tag,
    })
    return this.view
  }

  get scopeName(): string {
    return this.source.scope.name
  }

  get scopeVersion(): string {
    return this.source.scope.version
  }

  get resource(): AttributeView {
    return this.source.resource.attributes
  }

  /** What is wrong with the resource or scope that it belongs to; known once the request is walked. */
  get fault(): PermanentError | null {
    return this.source.resource.fault ?? this.source.scope.fault
  }

  /** Bytes of the request in hex. */
  protected hex(at: number, sizeBytes: number): string {
    return this.request.reader.bytes.toString('hex', at, at + sizeBytes)
  }

  /** Bytes of the request as text. */
  protected text(start: number, end: number): string {
    return this.request.reader.text(start, end)
  }
}

import { PermanentError } from '../../errors/errors.ts'

/**
 * Reads the protobuf wire format (Protocol Buffers documentation, "Encoding") out of one buffer.
 *
 * Every read names the `end` of the message it is in and never goes beyond it: a varint has at most
 * ten bytes, a length at most what is left. Groups are refused. All methods throw PermanentError
 * `bad_request` with the offset. One reader serves nested messages: the caller carries their ends.
 */
export class WireReader {
  readonly bytes: Buffer
  position = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The next field's tag: `field << 3 | wire type`. */
  tag(end: number): number {
    const tag = this.varint(end)
    if (tag < 8 || tag > 0xffff_ffff) throw malformed(`field tag ${tag}`, this.position)
    return tag
  }

  /** A varint as a number; exact below 2^53. */
  varint(end: number): number {
    const { bytes, position } = this
    // Nearly all have one or two bytes, and stay small integers that way.
    if (position + 1 < end) {
      const first = bytes[position] as number
      if (first < 0x80) {
        this.position = position + 1
        return first
      }
      const second = bytes[position + 1] as number
      if (second < 0x80) {
        this.position = position + 2
        return (first & 0x7f) | (second << 7)
      }
    }
    return this.longVarint(end)
  }

  private longVarint(end: number): number {
    const { bytes } = this
    let { position } = this
    let value = 0
    for (let scale = 1, read = 0; read < 10; read++, scale *= 128) {
      if (position >= end) throw truncated(position)
      const byte = bytes[position++] as number
      if (byte < 0x80) {
        this.position = position
        return value + byte * scale
      }
      value += (byte - 0x80) * scale
    }
    throw malformed('a varint of more than 10 bytes', this.position)
  }

  /** A signed 64-bit varint: a number within ±2^53, else decimal text. */
  int64(end: number): number | string {
    const start = this.position
    const value = this.varint(end)
    if (value <= Number.MAX_SAFE_INTEGER) return value
    let exact = 0n
    for (let at = this.position - 1; at >= start; at--) {
      exact = (exact << 7n) | BigInt((this.bytes[at] as number) & 0x7f)
    }
    const signed = BigInt.asIntN(64, exact)
    const number = Number(signed)
    return Number.isSafeInteger(number) ? number : signed.toString()
  }

  /** Reads a length and returns where its bytes end; they begin at `position`. */
  delimited(end: number): number {
    const sizeBytes = this.varint(end)
    if (sizeBytes > end - this.position) throw truncated(this.position)
    // Within the buffer, so an integer of 32 bits: said so, since it is kept by the thousand.
    return (this.position + sizeBytes) | 0
  }

  /** Nanoseconds in a fixed64, as milliseconds: rounded as `Number(nanoseconds) / 1e6` rounds. */
  nanosecondsAsMs(end: number): number {
    const at = this.advance(8, end)
    return (this.bytes.readUInt32LE(at + 4) * 0x1_0000_0000 + this.bytes.readUInt32LE(at)) / 1e6
  }

  fixed32(end: number): number {
    return this.bytes.readUInt32LE(this.advance(4, end))
  }

  double(end: number): number {
    return this.bytes.readDoubleLE(this.advance(8, end))
  }

  /** Skips the value of a field that is not known. */
  skip(tag: number, end: number): void {
    switch (tag & 7) {
      case 0:
        this.varint(end)
        return
      case 1:
        this.advance(8, end)
        return
      case 2:
        this.position = this.delimited(end)
        return
      case 5:
        this.advance(4, end)
        return
      default:
        throw malformed(`wire type ${tag & 7}`, this.position)
    }
  }

  /** UTF-8 text between two offsets; what is not UTF-8 becomes U+FFFD. */
  text(start: number, end: number): string {
    return start === end ? '' : this.bytes.toString('utf8', start, end)
  }

  private advance(sizeBytes: number, end: number): number {
    const at = this.position
    if (sizeBytes > end - at) throw truncated(at)
    this.position = at + sizeBytes
    return at
  }
}

/** The error of bytes that are not the message they should be. */
function malformed(what: string, offset: number): PermanentError {
  return new PermanentError('bad_request', `malformed protobuf: ${what} at byte ${offset}`)
}

function truncated(offset: number): PermanentError {
  return malformed('cut off', offset)
}

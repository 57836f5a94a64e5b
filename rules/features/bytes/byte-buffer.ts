const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Zeros before the first byte: as far as anybody looks back. */
const lead = 64
/** Zeros behind the last one: reading four at a time may go beyond the end. */
const slack = 8
const firstSize = 32 * 1024
/** A larger buffer serves once. */
const mostKept = 1024 * 1024
/** Shorter texts are encoded by a loop, shorter runs of bytes copied by one: a call costs more. */
const fewUnits = 48

/**
 * Text as UTF-8, in bytes that are written again and again: content is read without a string, array or
 * object for each line or value of it. Half a surrogate pair that comes with a text becomes U+FFFD.
 */
export class ByteBuffer {
  /** What is written stands from {@link start} to `length`; `bytes` is another array after it has grown. */
  bytes = new Uint8Array(firstSize)
  /** The same bytes, four at a time. */
  words = new DataView(this.bytes.buffer)
  length = lead
  /** `bytes` without what stands before `#roomAt`, for the encoder. */
  #room = this.bytes.subarray(lead)
  #roomAt = lead

  /** Place of the first byte. */
  get start(): number {
    return lead
  }

  clear(): void {
    if (this.bytes.length > mostKept) this.#use(new Uint8Array(firstSize))
    this.length = lead
  }

  /** Makes room for `count` bytes more. */
  ensure(count: number): void {
    const { bytes } = this
    if (this.length + count + slack <= bytes.length) return
    const larger = new Uint8Array(Math.max(bytes.length * 2, this.length + count + slack))
    larger.set(bytes)
    this.#use(larger)
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes
    this.words = new DataView(bytes.buffer)
    this.#room = bytes.subarray(lead)
    this.#roomAt = lead
  }

  add(byte: number): void {
    if (this.length + 1 + slack > this.bytes.length) this.ensure(1)
    this.bytes[this.length++] = byte
  }

  addText(text: string): void {
    this.ensure(text.length * 3)
    if (text.length < fewUnits && this.#addAscii(text)) return
    if (this.#roomAt !== this.length) {
      this.#room = this.bytes.subarray(this.length)
      this.#roomAt = this.length
    }
    this.length += encoder.encodeInto(text, this.#room).written
  }

  #addAscii(text: string): boolean {
    const { bytes, length } = this
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 127) return false
      bytes[length + i] = unit
    }
    this.length = length + text.length
    return true
  }

  /** The bytes of `source` from `from` to `to`. */
  addBytes(source: ByteBuffer, from: number, to: number): void {
    this.ensure(to - from)
    this.length = this.#copy(source, from, to, this.length)
  }

  /** The same between two bytes. */
  addQuoted(source: ByteBuffer, from: number, to: number, quote: number): void {
    this.ensure(to - from + 2)
    this.bytes[this.length] = quote
    const end = this.#copy(source, from, to, this.length + 1)
    this.bytes[end] = quote
    this.length = end + 1
  }

  #copy(source: ByteBuffer, from: number, to: number, start: number): number {
    const { words } = this
    const given = source.words
    let at = start
    let p = from
    for (; p + 4 <= to; p += 4, at += 4) words.setInt32(at, given.getInt32(p, true), true)
    // What is written beyond the end is written over: there is room for it.
    if (p < to) words.setInt32(at, given.getInt32(p, true), true)
    return at + to - p
  }

  /** What stands from `from` to `to`, to be read at once: the next text is written over it. */
  view(from: number, to = this.length): Uint8Array {
    return this.bytes.subarray(from, to)
  }

  text(from: number, to = this.length): string {
    return to - from < fewUnits ? this.#shortText(from, to) : decoder.decode(this.bytes.subarray(from, to))
  }

  #shortText(from: number, to: number): string {
    const { bytes } = this
    let text = ''
    for (let i = from; i < to; i++) {
      const byte = bytes[i] ?? 0
      if (byte > 127) return decoder.decode(bytes.subarray(from, to))
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Length of what stands from `from` to `to` as a string, UTF-16 code units. */
  unitsBetween(from: number, to = this.length): number {
    const { bytes } = this
    let units = 0
    for (let i = from; i < to; i++) {
      const byte = bytes[i] ?? 0
      // Bytes that continue a character do not count; one beyond the first plane takes four bytes, and two units.
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
    }
    return units
  }
}

/** Writes to `out` what stands in `text` from `from` to `to`, as it is. */
export function addPlain(out: ByteBuffer, text: ByteBuffer, from: number, to: number): void {
  out.addBytes(text, from, to)
}

/** Bytes that messages are written into, one after another. */
const slabBytes = 256 * 1024
/** What a small message needs: less is not begun with. */
const leastRoomBytes = 2048
/** Up to this length a text is written here; beyond, a call into the engine costs less. */
const shortText = 12

/** Writes numbers, texts and bytes of one message at a time, big-endian, into memory that grows as needed. */
export class ByteRun {
  private bytes = Buffer.allocUnsafeSlow(slabBytes)
  private view = viewOf(this.bytes)
  private start = 0
  private at = 0

  /** Begins a message; one that was begun and not taken is given up. */
  begin(): void {
    this.at = this.start
    if (this.bytes.length - this.start < leastRoomBytes) this.move(slabBytes)
  }

  /** The message, complete. Its bytes are never written to again. */
  take(): Buffer {
    const message = this.bytes.subarray(this.start, this.at)
    this.start = this.at
    return message
  }

  /** Makes room, so that as many bytes may be written without asking. */
  reserve(sizeBytes: number): void {
    if (this.at + sizeBytes > this.bytes.length) {
      this.move(Math.max(slabBytes, 2 * (this.at - this.start + sizeBytes)))
    }
  }

  uint8(value: number): void {
    this.bytes[this.at++] = value
  }

  uint16(value: number): void {
    this.view.setUint16(this.at, value)
    this.at += 2
  }

  uint32(value: number): void {
    this.view.setUint32(this.at, value)
    this.at += 4
  }

  float64(value: number): void {
    this.view.setFloat64(this.at, value)
    this.at += 8
  }

  /** 32-bit numbers as they stand in memory on the machines there are: little-endian. */
  uint32s(values: Uint32Array): void {
    let { at } = this
    for (let i = 0; i < values.length; i++, at += 4) this.view.setUint32(at, values[i] as number, true)
    this.at = at
  }

  raw(values: Uint8Array): void {
    this.bytes.set(values, this.at)
    this.at += values.length
  }

  /**
   * UTF-8 of a text after a head of `headBytes` bytes, which are left for the caller to fill in by
   * `patch`. Needs room for three bytes a code unit. Returns the size of the text.
   */
  text(value: string, headBytes: number): number {
    const from = this.at + headBytes
    const end = value.length <= shortText ? this.ascii(value, from) : -1
    const sizeBytes = end < 0 ? this.bytes.write(value, from) : end - from
    this.at = from + sizeBytes
    return sizeBytes
  }

  /** Moves the last `sizeBytes` bytes by `by`, when a head turns out longer. */
  shift(sizeBytes: number, by: number): void {
    this.bytes.copyWithin(this.at - sizeBytes + by, this.at - sizeBytes, this.at)
    this.at += by
  }

  /** Writes one byte `back` bytes before the end. */
  patch(back: number, value: number): void {
    this.bytes[this.at - back] = value
  }

  /** Position after the text, or -1 when it is not ASCII. */
  private ascii(value: string, from: number): number {
    const { bytes } = this
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (code >= 0x80) return -1
      bytes[from + i] = code
    }
    return from + value.length
  }

  private move(sizeBytes: number): void {
    const larger = Buffer.allocUnsafeSlow(sizeBytes)
    this.bytes.copy(larger, 0, this.start, this.at)
    this.at -= this.start
    this.start = 0
    this.bytes = larger
    this.view = viewOf(larger)
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

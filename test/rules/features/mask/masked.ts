import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { maskText } from '../../../../rules/features/mask/mask.ts'

/** The text with labels for what is volatile in it. */
export function masked(text: string): string {
  const out = new ByteBuffer()
  maskText(text, new ByteBuffer(), { out, lines: null, seed: 0 })
  return out.text(out.start)
}

import { ByteBuffer } from '../../../rules/features/bytes/byte-buffer.ts'
import { addString } from '../../../rules/features/json/escape.ts'
import { parseJson } from '../../../rules/features/json/parse.ts'
import { node, Tape } from '../../../rules/features/json/tape.ts'
import { writeJson } from '../../../rules/features/json/walk.ts'

/** The canonical text that fingerprints are made of, nothing masked; null for what is no JSON. */
export function canonicalText(text: string): string | null {
  const tape = new Tape()
  const out = new ByteBuffer()
  tape.text.addText(text)
  const root = parseJson(tape, tape.text.start, tape.text.length)
  if (root < 0) return null
  writeJson(out, tape, root, { seed: 0, scalar: addScalar, text: addScalar, lines: null })
  return out.text(out.start)
}

function addScalar(out: ByteBuffer, tape: Tape, at: number): void {
  if (tape.kind(at) === node.string) addString(out, tape, at)
  else out.addBytes(tape.text, tape.from(at), tape.to(at))
}

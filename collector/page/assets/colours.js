/**
 * Gives each fingerprint that occurs more than once a letter and one of twelve colours, in the order
 * of first appearance; equal fingerprints look equal, and the letter says so without colour.
 */
export function repeats(fingerprints) {
  const counts = new Map()
  for (const fingerprint of fingerprints) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1)
  const marks = new Map()
  for (const [fingerprint, count] of counts) {
    if (count > 1) marks.set(fingerprint, { letter: letterOf(marks.size), hue: marks.size % 12, count })
  }
  return marks
}

function letterOf(index) {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}

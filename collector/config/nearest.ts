/** The word that was probably meant: closest by edits, at most a third of its length away; null when none is close. */
export function nearest(written: string, known: readonly string[]): string | null {
  let best: string | null = null
  let bestEdits = Number.POSITIVE_INFINITY
  for (const word of known) {
    const edits = editsBetween(written.toLowerCase(), word.toLowerCase())
    if (edits < bestEdits && edits <= Math.max(1, Math.ceil(word.length / 3))) {
      best = word
      bestEdits = edits
    }
  }
  return best
}

/** A sentence with the word that was probably meant, a space before it; empty when none is close. */
export function didYouMean(written: string, known: readonly string[]): string {
  const meant = nearest(written, known)
  return meant === null ? '' : ` Did you mean \`${meant}\`?`
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      }
      row.push(edits)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

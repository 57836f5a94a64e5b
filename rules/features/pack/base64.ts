const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 (RFC 4648) of the numbers, four bytes each, low byte first. */
export function numbersToBase64(numbers: Uint32Array): string {
  let out = ''
  let bits = 0
  let pending = 0
  for (const number of numbers) {
    for (let shift = 0; shift < 32; shift += 8) {
      pending = (pending << 8) | ((number >>> shift) & 255)
      bits += 8
      while (bits >= 6) {
        bits -= 6
        out += alphabet[(pending >>> bits) & 63]
      }
      pending &= (1 << bits) - 1
    }
  }
  if (bits > 0) out += alphabet[(pending << (6 - bits)) & 63]
  return out + '==='.slice(0, (4 - (out.length % 4)) % 4)
}

/** The numbers that {@link numbersToBase64} wrote; null when `text` is not such a text. */
export function base64ToNumbers(text: string): Uint32Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const body = text.replace(/=+$/, '')
  const byteCount = Math.floor((body.length * 3) / 4)
  if (byteCount % 4 !== 0) return null
  const numbers = new Uint32Array(byteCount / 4)
  let bits = 0
  let pending = 0
  let at = 0
  for (const char of body) {
    pending = (pending << 6) | alphabet.indexOf(char)
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const index = at >> 2
    numbers[index] = (numbers[index] ?? 0) | (((pending >>> bits) & 255) << ((at & 3) * 8))
    pending &= (1 << bits) - 1
    at++
  }
  return numbersToBase64(numbers) === text ? numbers : null
}

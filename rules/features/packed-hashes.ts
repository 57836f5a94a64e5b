/** 32-bit hashes as base64 of their little-endian bytes. */
export function packHashes(hashes: Uint32Array): string {
  if (hashes.length === 0) return ''
  let bytes = ''
  for (const hash of hashes) {
    bytes += String.fromCharCode(hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff, hash >>> 24)
  }
  return btoa(bytes)
}

/** The reverse of {@link packHashes}. Null when `packed` is not that, or holds more than `most` hashes. */
export function unpackHashes(packed: unknown, most: number): Uint32Array | null {
  if (typeof packed !== 'string' || packed.length > Math.ceil((most * 4) / 3) * 4) return null
  const bytes = decode(packed)
  if (bytes === null || bytes.length % 4 !== 0 || bytes.length > most * 4) return null
  const hashes = new Uint32Array(bytes.length / 4)
  for (let index = 0; index < hashes.length; index += 1) {
    const at = index * 4
    const low = bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8)
    hashes[index] = low | (bytes.charCodeAt(at + 2) << 16) | (bytes.charCodeAt(at + 3) << 24)
  }
  return hashes
}

function decode(packed: string): string | null {
  try {
    return atob(packed)
  } catch {
    return null
  }
}

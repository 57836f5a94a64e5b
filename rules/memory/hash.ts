/** 32-bit hash of a name or an id (FNV-1a, finished as MurmurHash3). Never 0. Not for content. */
export function hashName(name: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = (hash ^ (hash >>> 16)) >>> 0
  return hash === 0 ? 1 : hash
}

/** 53-bit hash of an id, where taking two ids for one would lose a step. Never 0. */
export function hashId(id: string): number {
  return hashName(id) * 0x200000 + (hashName(id, 0x9747b28c) >>> 11)
}

/** The first 32 bits of a fingerprint, never 0; 0 for null. */
export function hashOf(fingerprint: string | null): number {
  if (fingerprint === null) return 0
  let hash = 0
  for (let i = 0; i < 8; i++) hash = (hash << 4) | hexDigit(fingerprint.charCodeAt(i))
  return hash >>> 0 || 1
}

/** The number of a hexadecimal digit, in lower case as fingerprints have it. */
function hexDigit(unit: number): number {
  return unit <= 57 ? unit - 48 : unit - 87
}

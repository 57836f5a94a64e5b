/** Replaces what looks like a secret (keys, tokens, passwords, private keys, credentials in URLs) by `[masked]`. */
export function maskSecrets(text: string): string {
  // Most text has none: one look for words and prefixes that every pattern below begins with.
  if (!suspicious.test(text)) return text
  let masked = text
  for (const { pattern, replacement } of patterns) masked = masked.replace(pattern, replacement)
  return masked
}

const suspicious =
  /-----BEGIN|:\/\/[^/\s]*@|eyJ|sk[-_]|[rp]k_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|A[KS]IA|AIza|ya29\.|npm_|hf_|SG\.|dop_v1|pass|pwd|secret|token|api|key|auth|bearer|cookie|credential/i

const masked = '[masked]'

// Published token formats first, then names that stand before a value, then credentials in URLs.
// A token may be cut off at the end of the text, so none needs its full length.
const patterns: readonly { readonly pattern: RegExp; readonly replacement: string }[] = [
  {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]*-----|$)/g,
    replacement: masked,
  },
  { pattern: /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, replacement: masked }, // JSON web tokens
  { pattern: /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{8,}/g, replacement: masked }, // OpenAI, Anthropic, Stripe
  { pattern: /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|dop_v1_)[\w-]{6,}/g, replacement: masked },
  { pattern: /\bxox[a-z]-[\w-]{6,}/g, replacement: masked }, // Slack
  { pattern: /\bA[KS]IA[A-Z0-9]{8,}/g, replacement: masked }, // AWS
  { pattern: /\b(?:AIza[\w-]{10,}|ya29\.[\w-]{10,}|SG\.[\w-]{6,}(?:\.[\w-]*)?)/g, replacement: masked }, // Google, SendGrid
  { pattern: /\b(bearer|basic)(\s+|%20)[\w.~+/=-]{6,}/gi, replacement: `$1$2${masked}` },
  {
    // password=…, "api_key": "…", \"token\":\"…\", Authorization: …
    pattern:
      /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth(?:orization)?|cookie|credentials?)[\w-]*\\?["']?\s*[:=]\s*)(?:\\?"(?:(?!\\?").)*(?:\\?"|$)|'[^']*(?:'|$)|(?!\[masked\]|(?:bearer|basic)\b|true\b|false\b|null\b|[[{])[^\s"',;&)}\]]+)/gi,
    replacement: `$1${masked}`,
  },
  { pattern: /(:\/\/[^/\s:@]*:)[^/\s@]+(?=@)/g, replacement: `$1${masked}` },
]

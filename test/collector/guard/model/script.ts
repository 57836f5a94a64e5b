import { randomBytes } from 'node:crypto'
import type { Turn } from './server.ts'

/** The next turn of a script, after so many results. `prefix` is that of the protocol's call ids. */
export function nextTurn(model: string, results: number, prefix: string): Turn {
  const call = (tool: string, args: object) => ({
    id: `${prefix}${randomBytes(12).toString('hex')}`,
    tool,
    args,
  })
  if (model === 'both')
    return { calls: [call('search', { query: 'invoice 7' }), call('lookup', { number: 7 })] }
  if (model === 'loops') return { calls: [call('search', { query: 'invoice 7' })] }
  return results < 6 ? { calls: [call('read', { page: results + 1 })] } : { text: 'All six pages are read.' }
}

/** What the tools bring back. */
export function useTool(tool: string, args: { readonly page?: number }): string {
  if (tool !== 'read') return 'No invoice found under this number.'
  const words = randomBytes(24).toString('base64url')
  return `Page ${args.page}\n${words}\nThe total is ${randomBytes(3).readUIntBE(0, 3)}.`
}

/** Text in a few pieces. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,7}/gs) ?? []
}

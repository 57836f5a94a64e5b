/** What an agent was told, in one sentence: the message to the model without its preamble and its advice. */
export function said(action: string, message: string): string {
  const [, first = ''] = /^[^:]*: (.*?\.)(?: |$)/.exec(message) ?? []
  return `${action.padEnd(5)}  ${first}`
}

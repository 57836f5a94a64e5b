/** The body as text. Throws when it is longer than `limitBytes`; the rest is not read. */
export async function readBounded(response: Response, limitBytes: number): Promise<string> {
  const { body } = response
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop by an exception cancels the stream.
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > limitBytes) throw new RangeError(`the answer is longer than ${limitBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

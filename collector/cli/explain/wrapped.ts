const WIDTH = 100

/** Text in lines of at most 100 characters, broken at spaces, each behind `indent`. */
export function wrapped(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && indent.length + longer.length > WIDTH) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line].map((each) => `${indent}${each}`).join('\n')
}

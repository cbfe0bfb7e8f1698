const width = 120

/** A text as a JSDoc comment, on one line if it fits. */
export function docComment(text: string, indent = ''): string {
  const short = `${indent}/** ${text} */`
  if (short.length <= width) return short
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && `${indent} * ${longer}`.length > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [`${indent}/**`, ...[...lines, line].map((each) => `${indent} * ${each}`), `${indent} */`].join('\n')
}

/** A table of Markdown. Its layout is left to the formatter. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`
const cellOf = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')

/**
 * One line of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it;
 * so does what would look like that, so that taking one off again gives back what there was.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | null): string {
  const text = /^'*[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** How a program writes its CSV files. */
export interface Writing {
  readonly delimiter: string
  readonly newline: string
  readonly encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250'
  /** A line before the names that says what the delimiter is. */
  readonly hasHint?: boolean
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A table as the bytes of a file. */
export function csvBytes(table: readonly (readonly string[])[], writing: Writing): Uint8Array {
  const { delimiter, newline, encoding, hasHint = false } = writing
  const lines = table.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter))
  return encoded([...(hasHint ? [`sep=${delimiter}`] : []), ...lines, ''].join(newline), encoding)
}

export function encoded(text: string, encoding: Writing['encoding']): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with mark') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(Array.from(text, (character) => bytes.get(character) ?? 0x3f))
}

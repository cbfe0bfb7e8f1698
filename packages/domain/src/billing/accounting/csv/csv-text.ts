import { formulaLike } from '@matterbase/schemas/formula-like'
import { amounts } from './journal-columns.ts'
import type { Cell, Column } from './journal-columns.ts'

/** A string that a spreadsheet could run as a formula gets an apostrophe. */
export function csvText([name, cell]: readonly [Column, Cell]): string {
  const text = String(cell ?? '')
  return typeof cell === 'string' && !amounts.has(name) && formulaLike.test(text) ? `'${text}` : text
}

/** RFC 4180. */
export const csvOf = (rows: readonly (readonly string[])[], separator: ',' | ';'): string =>
  rows.map((cells) => `${cells.map((text) => quotedIfNeeded(text, separator)).join(separator)}\r\n`).join('')

const quotedIfNeeded = (text: string, separator: string) =>
  text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

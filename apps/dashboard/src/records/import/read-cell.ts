import type { Cell as CellKind } from '@matterbase/schemas'
import {
  readChoice,
  readCountry,
  readDay,
  readDuration,
  readFlag,
  readMoment,
  readNumber,
  spreadsheetOf,
} from '@matterbase/schemas/reading'
import type { NumberKind, Reading } from '@matterbase/schemas/reading'
import { firmFormat, firmTimeZone } from '../../api/firm-format.ts'
import { dayFromToday } from '../../components/values/formats.ts'
import type { CsvFile } from './csv-file.ts'

export type Cell = string | number | boolean

interface Context {
  /** The values of a field with choices. */
  readonly values: readonly string[]
  readonly file: Pick<CsvFile, 'isExported' | 'delimiter'>
}

const jsonNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Reads a cell in the formats of people and spreadsheets, in the firm's locale and time zone. */
export function readCell(cell: string, kind: CellKind, { values, file }: Context): Reading<Cell> {
  const manner = firmFormat()
  switch (kind) {
    case 'number':
    case 'money':
      return (
        exportedNumber(cell, file) ?? numberIn(cell, kind === 'money' ? { of: kind, currency: manner.currency } : {})
      )
    case 'hours':
      return exportedHours(cell, file) ?? readDuration(cell, manner)
    case 'id':
      return jsonNumber.test(cell.trim()) ? { value: Number(cell) } : { value: cell }
    case 'boolean':
      return readFlag(cell)
    case 'day':
      return readDay(withoutMidnight(cell), manner, dayFromToday())
    case 'moment':
      return readMoment(cell, { ...manner, timeZone: firmTimeZone() }, new Date())
    case 'choice':
      return readChoice(cell, values)
    case 'country':
      return readCountry(cell, manner.locale)
    // The server validates text.
    default:
      return { value: cell }
  }
}

/**
 * A number of an export, which never has group separators. If a spreadsheet saved the file with semicolons, its numbers
 * are in the firm's locale.
 */
function exportedNumber(cell: string, { isExported, delimiter }: Context['file']): Reading<Cell> | undefined {
  const hasPoint = delimiter === ',' || spreadsheetOf(firmFormat().locale).decimal === '.'
  const isPlain = isExported && (hasPoint || !cell.includes('.'))
  return isPlain && jsonNumber.test(cell.trim()) ? { value: Number(cell) } : undefined
}

/** Hours of an export are a number, also if it is larger than a typed number of hours may be. */
function exportedHours(cell: string, file: Context['file']): Reading<Cell> | undefined {
  const plain = exportedNumber(cell, file)
  if (plain || !file.isExported) return plain
  const reading = numberIn(cell, {})
  return reading.value === undefined ? undefined : reading
}

function numberIn(cell: string, kind: NumberKind): Reading<Cell> {
  const reading = readNumber(cell, firmFormat(), kind)
  if (reading.value === undefined) return { message: reading.message, readings: reading.readings }
  return { value: reading.value === null ? null : Number(reading.value) }
}

/** Spreadsheets write a day as its first moment. */
const withoutMidnight = (cell: string) => cell.replace(/[ T]0?0:00(?::00(?:\.0+)?)?Z?$/, '')

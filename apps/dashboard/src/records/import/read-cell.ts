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
import { mannerNow, zoneNow } from '../../api/manner.ts'
import { dayFromToday } from '../../components/values/formats.ts'
import type { CsvFile } from './csv-file.ts'

export type Cell = string | number | boolean

interface Context {
  /** Of a field with a few values. */
  readonly values: readonly string[]
  readonly file: Pick<CsvFile, 'isExported' | 'delimiter'>
}

const jsonNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A cell of a file as people and spreadsheets write it, by the firm's locale and time zone. */
export function readCell(cell: string, kind: CellKind | 'country', { values, file }: Context): Reading<Cell> {
  const manner = mannerNow()
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
      return readMoment(cell, { ...manner, timeZone: zoneNow() }, new Date())
    case 'choice':
      return readChoice(cell, values)
    case 'country':
      return readCountry(cell, manner.locale)
    // The server says what is wrong with a text.
    default:
      return { value: cell }
  }
}

/**
 * A number as Matterbase exported it, which is never grouped. A spreadsheet that saved the file with semicolons wrote
 * the numbers as well, as the firm does.
 */
function exportedNumber(cell: string, { isExported, delimiter }: Context['file']): Reading<Cell> | undefined {
  const hasPoint = delimiter === ',' || spreadsheetOf(mannerNow().locale).decimal === '.'
  const isPlain = isExported && (hasPoint || !cell.includes('.'))
  return isPlain && jsonNumber.test(cell.trim()) ? { value: Number(cell) } : undefined
}

/** Hours of an export are a number, which can be above what a bare number is taken for. */
function exportedHours(cell: string, file: Context['file']): Reading<Cell> | undefined {
  const plain = exportedNumber(cell, file)
  if (plain || !file.isExported) return plain
  const reading = numberIn(cell, {})
  return reading.value === undefined ? undefined : reading
}

function numberIn(cell: string, kind: NumberKind): Reading<Cell> {
  const reading = readNumber(cell, mannerNow(), kind)
  if (reading.value === undefined) return { message: reading.message, readings: reading.readings }
  return { value: reading.value === null ? null : Number(reading.value) }
}

/** Spreadsheets write a day as the moment that it begins at. */
const withoutMidnight = (cell: string) => cell.replace(/[ T]0?0:00(?::00(?:\.0+)?)?Z?$/, '')

import type { Manner } from '../dash/writing.ts'
import { readFigures } from './figures.ts'
import { maxHours } from './hours.ts'
import { notationOf, plainSeparator } from './notation.ts'

const fractions: Readonly<Record<string, number>> = {
  '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3, '⅙': 1 / 6, '⅛': 1 / 8,
} // prettier-ignore

export interface Amount {
  readonly value: number
  /** The value with its point or comma read the other way, where that alone can be a length of time. */
  readonly other?: number | undefined
  readonly isWhole: boolean
  readonly length: number
}

/** A number at the beginning of a text: `1`, `1,5`, `½`, `1½`, `1/2`. */
export function amountAt(text: string, manner: Manner): Amount | undefined {
  const quotient = /^(?:(\d{1,3}) )?([1-9])\/([2-9])(?![\d/])/.exec(text)
  if (quotient)
    return {
      value: Number(quotient[1] ?? 0) + Number(quotient[2]) / Number(quotient[3]),
      isWhole: false,
      length: quotient[0].length,
    }
  const sign = /^(\d{0,4}) ?([½¼¾⅓⅔⅙⅛])/.exec(text)
  if (sign)
    return { value: Number(sign[1] || 0) + (fractions[sign[2] ?? ''] ?? 0), isWhole: false, length: sign[0].length }
  const [figure] = /^(?:\d+(?:[.,٫]\d+)*|[.,]\d+)/.exec(text) ?? []
  if (figure === undefined) return undefined
  const { value, readings } = readFigures(plainSeparator(figure), notationOf(manner.locale), undefined)
  // Three digits after a point are a fraction, because no duration is written that way otherwise.
  const read = value ?? readings.find((each) => Number(each) <= maxHours)
  if (read === undefined) return undefined
  const other = Number(read) > maxHours && /[.,]\d{3}$/.test(figure) ? Number(read) / 1_000 : undefined
  return { value: Number(read), other, isWhole: /^\d+$/.test(figure), length: figure.length }
}

import { describe, expect, it } from 'vitest'
import { runsOf } from '../src/drawing/faces.ts'
import { visualOrder } from '../src/drawing/visual-order.ts'
import { wrap } from '../src/drawing/wrap.ts'

/** A line as it is seen from left to right, letter by letter. */
const seen = (line: string) =>
  visualOrder(line)
    .map(({ text, isRightToLeft }) => (isRightToLeft ? Array.from(text).toReversed().join('') : text))
    .join('')

describe('a line in visual order (UAX #9)', () => {
  it.each([
    ['left to right only', 'Hale (2004) Ltd', 'Hale (2004) Ltd'],
    ['Hebrew', 'שלום', 'םולש'],
    ['a number and brackets in Hebrew', 'כהן ושות (2004) בעמ', 'מעב (2004) תושו ןהכ'],
    ['Hebrew in English', 'to שלום עולם, twice', 'to םלוע םולש, twice'],
    ['English in Hebrew', 'שלום Hale v. Roe שלום', 'םולש Hale v. Roe םולש'],
    ['Arabic digits in Arabic', 'رقم ١٢٣ لسنة', 'ةنسل ١٢٣ مقر'],
    ['an amount in Arabic digits', '١٬٥٢٨٫٥٦ €', '١٬٥٢٨٫٥٦ €'],
    ['a day in Arabic digits', '٢ نوفمبر ٢٠٢٦', '٢٠٢٦ ربمفون ٢'],
  ])('%s', (_name, line, expected) => expect(seen(line)).toBe(expected))

  it('gives digits to the drawing in the order that it keeps', () => {
    // fontkit turns every run of Arabic script, so what must stay is turned before.
    expect(runsOf('١٢٣', 'regular').map(({ text }) => text)).toEqual(['٣٢١'])
    expect(runsOf('123', 'regular').map(({ text }) => text)).toEqual(['123'])
  })

  it('keeps the direction of a paragraph on each of its lines', () => {
    const lines = wrap('שלום שלום Hale Roe', 10, (piece) => piece.length)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.every((one) => one.startsWith('\u200f'))).toBe(true)
    expect(wrap('Hale שלום', 4, (piece) => piece.length).every((one) => one.startsWith('\u200e'))).toBe(true)
    expect(wrap('Hale Roe', 4, (piece) => piece.length)).toEqual(['Hale', 'Roe'])
  })
})

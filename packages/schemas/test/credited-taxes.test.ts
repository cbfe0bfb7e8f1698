import { describe, expect, it } from 'vitest'
import { creditedTaxes } from '../src/dash/billing/payments/credited-taxes.ts'
import type { LinesTax } from '../src/dash/billing/payments/credited-taxes.ts'
import { decimalOf, isNegative, negated, percentOf, productOf, sumOf, unitsOf } from '../src/dash/billing/decimal.ts'
import { cases, randomFrom } from './random.ts'

type Line = Pick<LinesTax, 'category' | 'percent'> & { readonly net: string }
type Next = (below: number) => number

/** Whole numbers below what is asked for. */
function randomly(seed: number): Next {
  const random = randomFrom(seed)
  return (below) => Math.floor(random() * below)
}

const rates: readonly Pick<LinesTax, 'category' | 'percent'>[] = [
  { category: 'S', percent: '19' },
  { category: 'S', percent: '5.5' },
  { category: 'S', percent: '20.00' },
  { category: 'S', percent: '0.1' },
  { category: 'Z', percent: '0' },
]

function randomLine(next: Next, digits: number): Line {
  const rate = rates[next(rates.length)] ?? { category: 'O', percent: '0' }
  const price = decimalOf(BigInt(1 + next(10 ** next(7))), digits)
  const gross = productOf(String(1 + next(40)), price, digits)
  const off = percentOf(decimalOf(gross, digits), String(next(100)), digits)
  return { ...rate, net: decimalOf(gross - off, digits) }
}

/** Lines with a lump discount now and then, of a rate of theirs or another one; together they are 0 or more. */
function randomLines(next: Next, digits: number): Line[] {
  const lines = Array.from({ length: 1 + next(5) }, () => randomLine(next, digits))
  if (next(3) > 0) return lines
  const off = { ...randomLine(next, digits), ...lines[next(lines.length + 1)] }
  const all = [...lines, { ...off, net: negated(off.net) }]
  const total = taxesOf(all, digits).flatMap(({ base, tax }) => [base, tax])
  return isNegative(total.reduce(sumOf, '0')) ? lines : all
}

/** The taxes of an invoice: the sum of the lines by rate, and the tax on it, rounded once. */
function taxesOf(lines: readonly Line[], digits: number): LinesTax[] {
  return rates.flatMap(({ category, percent }) => {
    const nets = lines.filter((line) => line.category === category && line.percent === percent).map(({ net }) => net)
    if (nets.length === 0) return []
    const base = nets.reduce(sumOf)
    return [{ category, percent, base, tax: decimalOf(percentOf(base, percent, digits), digits) }]
  })
}

/** Every tax in random parts, in random order, on credit notes of a random number of parts; none is below 0. */
function randomPartition(next: Next, taxes: readonly LinesTax[], digits: number): Line[][] {
  const [parts, off]: [Line[], Line[]] = [[], []]
  for (const { base, ...rate } of taxes) {
    const isOff = isNegative(base)
    let left = unitsOf(isOff ? negated(base) : base, digits)
    for (let cuts = next(5); left > 0n; cuts--) {
      const part = cuts > 0 ? 1n + (BigInt(next(2 ** 31)) * left) / BigInt(2 ** 31) : left
      const net = decimalOf(isOff ? -part : part, digits)
      if (isOff) off.push({ ...rate, net })
      else parts.splice(next(parts.length + 1), 0, { ...rate, net })
      left -= part
    }
  }
  const notes: Line[][] = []
  while (parts.length > 0) notes.push(parts.splice(0, 1 + next(3)))
  const last = notes.pop() ?? []
  // A discount of another rate can be more than the part that it is credited with.
  return off.length > 0 ? [[...notes.flat(), ...last, ...off]] : [...notes, last]
}

function creditAll(invoiced: readonly LinesTax[], notes: readonly Line[][], digits: number) {
  const before: LinesTax[] = []
  let isRest = false
  for (const lines of notes) {
    const credited = creditedTaxes({ invoiced, before, lines, digits })
    if (!credited) throw new Error('A part of the invoice was refused')
    const isBelow = credited.taxes.some(({ base, tax }) => !isNegative(base) && isNegative(tax))
    if (isRest || isBelow) expect.fail(JSON.stringify({ invoiced, before, lines }))
    isRest = credited.isRest
    before.push(...credited.taxes)
  }
  return { before, isRest }
}

const sumBy = (of: LinesTax, all: readonly LinesTax[], what: 'base' | 'tax', digits: number) =>
  all
    .filter(({ category, percent }) => category === of.category && percent === of.percent)
    .reduce((total, one) => total + unitsOf(one[what], digits), 0n)

describe('the taxes on credit notes', () => {
  it('add up to those of the invoice, to the smallest coin, however it is divided: 10,000 invoices', () => {
    const next = randomly(45)
    let credited = 0
    // Those of 0 have nothing to credit, and do not count.
    for (let at = 0; credited < cases; at++) {
      const digits = [0, 2, 3][at % 3] ?? 2
      const lines = randomLines(next, digits)
      const invoiced = taxesOf(lines, digits)
      const notes = randomPartition(next, invoiced, digits)
      if (notes.flat().length === 0) continue
      const { before, isRest } = creditAll(invoiced, notes, digits)
      if (!isRest) expect.fail(`case ${at}: something is left`)
      for (const tax of invoiced)
        for (const what of ['base', 'tax'] as const) {
          const found = sumBy(tax, before, what, digits)
          if (found !== unitsOf(tax[what], digits))
            expect.fail(`case ${at}: ${what} ${found} of ${JSON.stringify(tax)}`)
        }
      const more = { invoiced, before, lines: notes[0] ?? [], digits }
      if (creditedTaxes(more)) expect.fail(`case ${at}: more was credited than is left`)
      credited++
    }
    expect(credited).toBe(cases)
  })

  it('are nothing for parts too small to have any, and are made up for by later ones', () => {
    const invoiced: LinesTax[] = [{ category: 'S', percent: '20', base: '3.00', tax: '0.60' }]
    const notes = Array.from({ length: 100 }, () => [{ category: 'S' as const, percent: '20', net: '0.03' }])
    const { before } = creditAll(invoiced, notes, 2)
    expect(before.slice(0, 5).map(({ tax }) => tax)).toEqual(['0.01', '0.00', '0.01', '0.00', '0.01'])
    expect(before.reduce((sum, { tax }) => sumOf(sum, tax), '0')).toBe('0.60')
  })

  it('are no more than is left where an earlier version credited too much tax', () => {
    const invoiced: LinesTax[] = [{ category: 'S', percent: '20', base: '3.00', tax: '0.60' }]
    const before: LinesTax[] = [{ category: 'S', percent: '20', base: '1.50', tax: '0.50' }]
    const on = (net: string) =>
      creditedTaxes({ invoiced, before, lines: [{ category: 'S', percent: '20', net }], digits: 2 })
    expect(on('0.50')?.totals).toEqual({ net: '0.50', tax: '0.00', total: '0.50' })
    expect(on('1.50')).toMatchObject({ totals: { total: '1.60' }, isRest: true })
    expect(on('1.51')).toBeUndefined()
  })

  it('are refused for a tax that the invoice does not have', () => {
    const invoiced: LinesTax[] = [{ category: 'S', percent: '20', base: '3.00', tax: '0.60' }]
    const lines = [{ category: 'S' as const, percent: '7', net: '1.00' }]
    expect(creditedTaxes({ invoiced, before: [], lines, digits: 2 })).toBeUndefined()
  })
})

import type { FrozenLine } from '@matterbase/domain'
import { isZero } from '@matterbase/schemas/decimal'
import { margin } from '../paper.ts'
import type { Pen } from '../pen.ts'
import { widthOf } from './sheet.ts'
import type { Sheet } from './sheet.ts'

interface Cell {
  readonly text: string
  readonly isMuted?: boolean
}

export interface Column {
  readonly title: string
  readonly left: number
  readonly width: number
  readonly isFigure?: boolean
  readonly cellsOf: (line: FrozenLine) => readonly Cell[]
}

const gap = 8

/** The width of a column of figures: its widest content, up to a limit. */
const narrowest = { date: 62, quantity: 46, price: 64, tax: 34, amount: 72 }
const widest = { date: 80, quantity: 70, price: 92, tax: 44, amount: 100 }

interface Pens {
  readonly head: Pen
  readonly text: Pen
  readonly figures: Pen
}

const isTime = ({ kind, unit }: FrozenLine) => kind === 'time' && unit !== 'piece'

export function columnsOf(sheet: Sheet, pens: Pens): readonly Column[] {
  const { words, writer, invoice } = sheet
  const { lines } = invoice
  const isAllTime = lines.every(isTime)
  const column = (kind: keyof typeof narrowest, title: string, textOf: (line: FrozenLine) => string) => {
    const pen = kind === 'date' ? pens.text : pens.figures
    const needed = lines.reduce((most, line) => Math.max(most, pen.widthOf(textOf(line))), pens.head.widthOf(title))
    return {
      title,
      width: Math.min(widest[kind], Math.max(narrowest[kind], Math.ceil(needed) + 1)),
      isFigure: kind !== 'date',
      cellsOf: (line: FrozenLine) => [{ text: textOf(line) }],
    }
  }
  const dates = lines.some(({ date }) => date !== null)
    ? [column('date', words.date, ({ date }) => (date === null ? '' : writer.day(date)))]
    : []
  const unit = (line: FrozenLine) => (isTime(line) && !isAllTime ? ' h' : '')
  const quantity = (line: FrozenLine) => writer.number(line.quantity) + unit(line)
  const figures = [
    column('quantity', isAllTime ? words.hours : words.quantity, quantity),
    column('price', isAllTime ? words.rate : words.price, ({ unitPrice }) => writer.exactMoney(unitPrice)),
    ...(invoice.taxes.length > 1 ? [column('tax', words.tax, ({ percent }) => writer.percent(percent))] : []),
    column('amount', words.amount, ({ net }) => writer.exactMoney(net)),
  ]
  const others = [...dates, ...figures].reduce((sum, { width }) => sum + width + gap, 0)
  const description = {
    title: words.description,
    width: widthOf(sheet) - others,
    cellsOf: descriptionOf(sheet),
  }
  let left = margin
  return [...dates, description, ...figures].map((one) => {
    const placed = { ...one, left }
    left += one.width + gap
    return placed
  })
}

/** The description of the work, then the person if there are several, then the discount. */
function descriptionOf({ shared, writer, invoice }: Sheet) {
  const members = new Set(invoice.lines.flatMap(({ member }) => (member ? [member.name] : [])))
  return ({ description, member, discount }: FrozenLine): readonly Cell[] => [
    { text: description },
    ...(members.size > 1 && member ? [{ text: member.name, isMuted: true }] : []),
    ...(isZero(discount) ? [] : [{ text: `${shared.discount} ${writer.exactMoney(discount)}`, isMuted: true }]),
  ]
}

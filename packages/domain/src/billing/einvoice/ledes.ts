import type { FrozenInvoice, FrozenLine } from '../frozen/frozen-invoice.ts'
import { decimalOf, isNegative, negated, plain, unitsOf } from '@matterbase/schemas/decimal'
import { ledesName, ledesText, lostLetters } from './ledes-text.ts'
import { activityCode, expenseCode, taskCode } from './utbms.ts'

const columns = [
  'INVOICE_DATE',
  'INVOICE_NUMBER',
  'CLIENT_ID',
  'LAW_FIRM_MATTER_ID',
  'INVOICE_TOTAL',
  'BILLING_START_DATE',
  'BILLING_END_DATE',
  'INVOICE_DESCRIPTION',
  'LINE_ITEM_NUMBER',
  'EXP/FEE/INV_ADJ_TYPE',
  'LINE_ITEM_NUMBER_OF_UNITS',
  'LINE_ITEM_ADJUSTMENT_AMOUNT',
  'LINE_ITEM_TOTAL',
  'LINE_ITEM_DATE',
  'LINE_ITEM_TASK_CODE',
  'LINE_ITEM_EXPENSE_CODE',
  'LINE_ITEM_ACTIVITY_CODE',
  'TIMEKEEPER_ID',
  'LINE_ITEM_DESCRIPTION',
  'LAW_FIRM_ID',
  'LINE_ITEM_UNIT_COST',
  'TIMEKEEPER_NAME',
  'TIMEKEEPER_CLASSIFICATION',
  'CLIENT_MATTER_ID',
] as const

type Row = Readonly<Record<(typeof columns)[number], string>>

/**
 * An invoice in LEDES 1998B, ASCII. The format has no taxes. The file is valid if `ledesProblems` returns an empty
 * list.
 */
export function ledesOf(invoice: FrozenInvoice): string {
  const lines = invoice.lines.map((line, index) => rowOf(invoice, line, index))
  return ['LEDES1998B[]', recordOf(columns), ...lines.map((row) => recordOf(columns.map((name) => row[name])))]
    .map((line) => `${line}\r\n`)
    .join('')
}

const recordOf = (fields: readonly string[]) => `${fields.join('|')}[]`

function rowOf(invoice: FrozenInvoice, line: FrozenLine, index: number): Row {
  const { number, issued, matter, seller, buyer, totals, digits } = invoice
  const amount = (decimal: string) => decimalOf(unitsOf(decimal, digits), digits)
  const period = invoice.period ?? { from: issued, to: issued }
  const { task, activity, expense } = codesOf(line)
  const { type, units, cost, adjustment } = chargeOf(line, invoice)
  const worker = line.kind === 'expense' ? null : line.member
  return {
    INVOICE_DATE: day(issued),
    INVOICE_NUMBER: ledesText(number),
    CLIENT_ID: String(buyer.id ?? ''),
    LAW_FIRM_MATTER_ID: ledesText(matter?.number ?? String(matter?.id ?? '')),
    INVOICE_TOTAL: amount(totals.net),
    BILLING_START_DATE: day(period.from),
    BILLING_END_DATE: day(period.to),
    INVOICE_DESCRIPTION: descriptionOf(invoice),
    LINE_ITEM_NUMBER: String(index + 1),
    'EXP/FEE/INV_ADJ_TYPE': type,
    LINE_ITEM_NUMBER_OF_UNITS: plain(units),
    LINE_ITEM_ADJUSTMENT_AMOUNT: amount(adjustment),
    LINE_ITEM_TOTAL: amount(line.net),
    LINE_ITEM_DATE: day(line.date ?? issued),
    LINE_ITEM_TASK_CODE: task,
    LINE_ITEM_EXPENSE_CODE: expense,
    LINE_ITEM_ACTIVITY_CODE: activity,
    TIMEKEEPER_ID: ledesText(worker?.timekeeperId ?? ''),
    LINE_ITEM_DESCRIPTION: ledesText(line.description),
    LAW_FIRM_ID: ledesText(seller.taxNumber ?? seller.vatId ?? ''),
    LINE_ITEM_UNIT_COST: plain(cost),
    TIMEKEEPER_NAME: worker ? ledesName(worker.name) : '',
    TIMEKEEPER_CLASSIFICATION: worker?.classification ?? '',
    CLIENT_MATTER_ID: ledesText(matter?.clientMatterId ?? ''),
  }
}

const day = (value: string) => value.replaceAll('-', '')

/** The note or the title of the matter, whichever LEDES can have, because an issued invoice does not change. */
const descriptionOf = ({ note, matter, number }: FrozenInvoice) =>
  ledesText([note, matter?.title].find((text) => text != null && lostLetters(text) === '') ?? `Invoice ${number}`)

/**
 * Units are never negative, so the total is units × cost + adjustment with a sign on the cost. A fixed fee and a discount
 * have no timekeeper, whom readers require of a fee. They are adjustments at the level of the invoice: of its fees (IF), or of
 * its expenses (IE) if it has nothing else.
 */
function chargeOf({ kind, quantity, unitPrice, discount, net, member }: FrozenLine, { lines }: FrozenInvoice) {
  if (kind === 'fee' && member === null) {
    const rest = lines.filter((line) => line.kind !== 'fee')
    const isOfExpenses = rest.length > 0 && rest.every((line) => line.kind === 'expense') && isNegative(net)
    return { type: isOfExpenses ? 'IE' : 'IF', units: '1', cost: '0', adjustment: net }
  }
  const isOff = isNegative(quantity)
  return {
    type: kind === 'expense' ? 'E' : 'F',
    units: isOff ? negated(quantity) : quantity,
    cost: isOff ? negated(unitPrice) : unitPrice,
    adjustment: negated(discount),
  }
}

/** UTBMS codes are in the activity of time, and in the code or before the words of an expense: `L120 A104`, `E112 Court fee`. */
const codesOf = ({ kind, activity, description }: FrozenLine) =>
  kind === 'expense'
    ? { task: '', activity: '', expense: expenseCode(activity ?? '', description) }
    : { task: taskCode(activity ?? ''), activity: activityCode(activity ?? ''), expense: '' }

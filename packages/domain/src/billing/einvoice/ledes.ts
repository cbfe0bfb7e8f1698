import type { FrozenInvoice, FrozenLine } from '../frozen/frozen-invoice.ts'
import { decimalOf, isNegative, negated, plain, unitsOf } from '@matterbase/schemas/decimal'
import { ledesName, ledesText } from './ledes-text.ts'
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
  const { units, cost, adjustment } = chargeOf(line)
  const worker = line.kind === 'expense' ? null : line.member
  return {
    INVOICE_DATE: day(issued),
    INVOICE_NUMBER: ledesText(number),
    CLIENT_ID: String(buyer.id ?? ''),
    LAW_FIRM_MATTER_ID: ledesText(matter?.number ?? String(matter?.id ?? '')),
    INVOICE_TOTAL: amount(totals.net),
    BILLING_START_DATE: day(period.from),
    BILLING_END_DATE: day(period.to),
    INVOICE_DESCRIPTION: ledesText(invoice.note ?? matter?.title ?? ''),
    LINE_ITEM_NUMBER: String(index + 1),
    'EXP/FEE/INV_ADJ_TYPE': line.kind === 'expense' ? 'E' : 'F',
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

/** Units are never negative, so the total is units × cost + adjustment with a sign on the cost. */
function chargeOf({ quantity, unitPrice, discount }: FrozenLine) {
  const isOff = isNegative(quantity)
  return {
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

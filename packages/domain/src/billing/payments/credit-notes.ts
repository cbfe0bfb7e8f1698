import { bigint, oneOf, Prisma, text } from '@matterbase/db'
import { taxCategories } from '@matterbase/schemas'
import { creditedTaxes, creditLeft } from '@matterbase/schemas/credited-taxes'
import { isNegative } from '@matterbase/schemas/decimal'
import { findFrozen } from '../frozen/find-frozen.ts'
import type { FrozenInvoice, FrozenLine, FrozenTax } from '../frozen/frozen-invoice.ts'
import { touchInvoices } from '../invoices/touch-invoices.ts'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { requireConfirmed } from '../numbers/confirm-numbers.ts'
import { takeNumber } from '../numbers/invoice-numbers.ts'
import { settleWork } from '../lines/billed-work.ts'
import { recordNew } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { decimal, requirePayable } from './money.ts'
import { openAmount } from './open.ts'
import { creditNoteReads } from './read-payments.ts'
import { coverWriteOff, settle } from './settle.ts'
import type { Settling } from './settle.ts'
import { creditedTaxesOn } from './settlement.ts'
import { takeBackWriteOff } from './write-offs.ts'

export interface NewCreditNote {
  readonly invoice_id: number
  /** The credited lines of the invoice by their place, each with its net amount. Default: all lines. */
  readonly lines?: readonly { readonly line: number; readonly net: number }[] | undefined
  readonly reason?: string | null | undefined
  /** Unbills the work on the invoice. Only if the whole invoice is credited. Default false. */
  readonly frees_time?: boolean | undefined
}

/** Credits an invoice or a part of it. The credit reduces the open amount first. The rest is the client's credit. */
export const createCreditNote = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, note: NewCreditNote) {
    const { invoice_id: id, frees_time: freesTime = false } = note
    const { status, number: of } = await requireInvoice(tx, id)
    if (status === 'draft' || status === 'cancelled')
      throw conflict(`This invoice is ${status}, so there is nothing to credit.`)
    const invoice = await findFrozen(tx.sql, tx.workspaceId, id)
    if (!invoice) throw new Error(`There is no invoice ${id}`)
    const lines = creditedLines(invoice, note)
    const { taxes, totals, isRest } = await taxesOn(tx, id, invoice, lines)
    if (freesTime && !isRest)
      throw invalid('frees_time', 'partial', 'Time becomes unbilled again only if the whole invoice is credited')
    await requireConfirmed(tx, 'credit_note')
    const number = await takeNumber(tx, 'credit_note')
    const frozen: FrozenInvoice = {
      ...invoice,
      kind: 'credit_note',
      number,
      issued: await today(tx),
      due: null,
      corrects: { number: of, issued: invoice.issued },
      reason: note.reason ?? null,
      lines,
      taxes,
      totals,
    }
    const creditNoteId = await insert(tx, id, frozen)
    if (freesTime) await settleWork(tx, id, 'cancelled')
    const share = await takenOff(tx, creditNoteId)
    await recordNew(tx, 'credit_note.created', () => creditNoteReads.get(tx.sql, tx.workspaceId, creditNoteId))
    if (share === undefined) await touchInvoices(tx, [{ id, before: null }])
    else {
      await takeBackWriteOff(tx, { invoiceId: id, share, creditNoteId })
      await settle(tx, id, crediting(share))
    }
    return { id: creditNoteId, number, total: totals.total, of }
  },
  action: 'credit_note.issued',
  note: (_note, { number, of, total }) => ({ target: number, details: { invoice: of, total } }),
})

/** An invoice from the command line has only a total. */
const linesOf = (invoice: FrozenInvoice): readonly FrozenLine[] =>
  invoice.lines.length > 0
    ? invoice.lines
    : [
        {
          kind: 'fee',
          date: null,
          description: `Invoice ${invoice.number}`,
          quantity: '1',
          unitPrice: invoice.totals.total,
          discount: '0',
          net: invoice.totals.total,
          category: 'O',
          percent: '0',
          member: null,
          activity: null,
        },
      ]

/** @throws RefusedError for a line that the invoice does not have. */
function creditedLines(invoice: FrozenInvoice, { lines }: NewCreditNote): FrozenLine[] {
  const all = linesOf(invoice)
  if (!lines) return [...all]
  return lines.map(({ line, net }, at) => {
    const of = all[line]
    if (!of) throw invalid(`lines[${at}].line`, 'not_found', `This invoice has no line ${line}`)
    requirePayable(`lines[${at}].net`, net, invoice.currency)
    if (net < 0 !== isNegative(of.net))
      throw invalid(`lines[${at}].net`, 'invalid_value', `must have the same sign as the line, which is ${of.net}`)
    const amount = decimal(net)
    return { ...of, quantity: '1', unit: 'piece', unitPrice: amount, discount: '0', net: amount }
  })
}

/** @throws RefusedError when more is credited than was invoiced and not credited before, by tax. */
async function taxesOn({ sql, workspaceId }: Tx, id: number, invoice: FrozenInvoice, lines: readonly FrozenLine[]) {
  const before = await sql.rows({ category: oneOf(taxCategories), percent: text, base: text, tax: text })`
    ${creditedTaxesOn(workspaceId, id)}`
  const crediting = { invoiced: taxesOf(invoice), before, lines, digits: invoice.digits }
  const credited = creditedTaxes(crediting)
  if (!credited) throw tooMuch(creditLeft(crediting))
  return credited
}

function tooMuch(of?: ReturnType<typeof creditLeft>) {
  const left = of && `. Of the lines with ${of.percent} % tax, ${of.left} without tax is left, less lines below 0`
  const message = `This is more than the amount of the invoice that is not credited yet${left ?? ''}`
  return invalid('lines', 'too_much', message)
}

/** An invoice without lines has no taxes either. */
const taxesOf = (invoice: FrozenInvoice): readonly FrozenTax[] =>
  invoice.taxes.length > 0
    ? invoice.taxes
    : linesOf(invoice).map(({ category, percent, net }) => ({ category, percent, base: net, tax: '0', reason: null }))

async function today({ sql, workspaceId, now }: Tx): Promise<string> {
  const [row] = await sql.rows({ day: text })`SELECT firm_day(${workspaceId}::int, ${now}::timestamptz)::text AS day`
  return row?.day ?? ''
}

/**
 * Inserts the credit note and checks the sum of all credit notes in one statement. @throws RefusedError when it exceeds
 * the invoice.
 */
async function insert({ sql, workspaceId, now, stamp }: Tx, id: number, frozen: FrozenInvoice): Promise<number> {
  const [row] = await sql.rows({ id: bigint })`
    INSERT INTO credit_notes (workspace_id, number, invoice_id, client_id, issued, total, currency, frozen, created_at, updated_at)
    SELECT ${workspaceId}, ${frozen.number}, invoice_id, client_user_id, ${frozen.issued}::text::date, ${frozen.totals.total}::text::numeric,
           ${frozen.currency}, ${JSON.stringify(frozen)}::json, ${now}, ${stamp()}
    FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
      AND total_amount >= ${frozen.totals.total}::text::numeric + (
        SELECT coalesce(sum(total), 0) FROM credit_notes WHERE workspace_id = ${workspaceId} AND invoice_id = ${id})
    RETURNING id`
  if (!row) throw tooMuch()
  return Number(row.id)
}

/**
 * Allocates the part of a credit note that covers the open or written-off amount, and returns it. The rest is the
 * client's credit. Undefined when that part is 0.
 */
async function takenOff({ sql, workspaceId }: Tx, creditNoteId: number): Promise<string | undefined> {
  const [share] = await sql.rows({ amount: text })`
    INSERT INTO allocations (workspace_id, credit_note_id, invoice_id, amount)
    SELECT ${workspaceId}, credit_note.id, invoice_id, least(credit_note.total, ${openAmount} + written_off)
    FROM credit_notes AS credit_note JOIN invoices USING (workspace_id, invoice_id)
    WHERE workspace_id = ${workspaceId} AND credit_note.id = ${creditNoteId} AND ${openAmount} + written_off > 0
    RETURNING amount::text AS amount`
  return share?.amount
}

const crediting = (share: string): Settling => ({
  credited: Prisma.sql`(credited + ${share}::text::numeric)`,
  ...coverWriteOff(share),
})

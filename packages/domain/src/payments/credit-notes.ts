import { bigint, bool, oneOf, orNull, Prisma, text } from '@matterbase/db'
import { taxCategories } from '@matterbase/schemas'
import { findFrozen } from '../frozen/find-frozen.ts'
import type { FrozenInvoice, FrozenLine } from '../frozen/frozen-invoice.ts'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { takeNumber } from '../invoices/invoice-numbers.ts'
import { settleWork } from '../invoices/billed-work.ts'
import type { Tx } from '../tx/write.ts'
import { conflict, invalid } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import { decimal, requirePayable } from './money.ts'
import { openAmount } from './open.ts'
import { settle } from './settle.ts'

export interface NewCreditNote {
  readonly invoice_id: number
  /** Which lines of the invoice, by their place, and how much of each without tax. Default: all of it. */
  readonly lines?: readonly { readonly line: number; readonly net: number }[] | undefined
  readonly reason?: string | null | undefined
  /** The time on the invoice waits to be billed again: only where all of it is credited. Default false. */
  readonly frees_time?: boolean | undefined
}

/**
 * Credits an invoice, or a part of it. What is still owed on it becomes less; what was paid already is the client's credit.
 */
export const createCreditNote = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, note: NewCreditNote) {
    const { invoice_id: id, frees_time: freesTime = false } = note
    const { status, number: of } = await requireInvoice(tx, id)
    if (status === 'draft' || status === 'cancelled')
      throw conflict(`This invoice is ${status}: there is nothing to credit`)
    const invoice = await findFrozen(tx.sql, tx.workspaceId, id)
    if (!invoice) throw new Error(`There is no invoice ${id}`)
    const lines = creditedLines(invoice, note)
    const { taxes, totals, isAll } = await taxesOn(tx, id, invoice, lines)
    if (freesTime && !isAll)
      throw invalid('frees_time', 'partial', 'Time is free again only when all of the invoice is credited')
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
    if (share !== undefined) await settle(tx, id, Prisma.sql`credited = credited + ${share}::text::numeric`)
    return { id: creditNoteId, number, total: totals.total, of }
  },
  action: 'credit_note.issued',
  note: (_note, { number, of, total }) => ({ target: number, details: { invoice: of, total } }),
})

/** One from the command line has a total only. */
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
    if (!of) throw invalid(`lines[${at}].line`, 'not_found', `The invoice has no line ${line}`)
    requirePayable(`lines[${at}].net`, net, invoice.currency)
    const amount = decimal(net)
    return { ...of, quantity: '1', unitPrice: amount, discount: '0', net: amount }
  })
}

/** @throws RefusedError when more is credited than was invoiced and not credited before, by tax. */
async function taxesOn({ sql, workspaceId }: Tx, id: number, invoice: FrozenInvoice, lines: readonly FrozenLine[]) {
  const all = linesOf(invoice)
  const rows = await sql.rows({
    category: oneOf(taxCategories),
    percent: text,
    base: text,
    tax: text,
    reason: orNull(text),
    is_too_much: bool,
    is_rest: bool,
    net: text,
    all_tax: text,
    total: text,
  })`
    WITH invoiced AS (${basesIn(all)}), credited AS (${basesIn(lines)}), before AS (
      SELECT line.category, line.percent, sum(line.net) AS base
      FROM credit_notes CROSS JOIN json_to_recordset(frozen->'lines') AS line (category text, percent numeric, net numeric)
      WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} GROUP BY line.category, line.percent
    ), counted AS (
      SELECT *, round(base * percent * 0.01, ${Prisma.raw(String(invoice.digits))}) AS tax FROM credited
    )
    SELECT counted.category, counted.percent::text AS percent, counted.base::text AS base, tax::text AS tax, known.reason,
           counted.base > invoiced.base - coalesce(before.base, 0) AS is_too_much,
           (SELECT sum(base) FROM invoiced) = (SELECT sum(base) FROM counted) + coalesce((SELECT sum(base) FROM before), 0) AS is_rest,
           (sum(counted.base) OVER ())::text AS net, (sum(tax) OVER ())::text AS all_tax, (sum(counted.base + tax) OVER ())::text AS total
    FROM counted JOIN invoiced USING (category, percent) LEFT JOIN before USING (category, percent)
    LEFT JOIN json_to_recordset(${JSON.stringify(invoice.taxes)}::json) AS known (category text, percent numeric, reason text)
      USING (category, percent)
    ORDER BY counted.percent DESC, counted.category`
  const [first] = rows
  if (!first || rows.some((row) => row.is_too_much))
    throw invalid('lines', 'too_much', 'This is more than is left of the invoice to credit')
  return {
    taxes: rows.map(({ category, percent, base, tax, reason }) => ({ category, percent, base, tax, reason })),
    totals: { net: first.net, tax: first.all_tax, total: first.total },
    isAll: first.is_rest,
  }
}

const basesIn = (lines: readonly FrozenLine[]) => Prisma.sql`
  SELECT category, percent, sum(net) AS base
  FROM json_to_recordset(${JSON.stringify(lines.map(({ category, percent, net }) => ({ category, percent, net })))}::json)
    AS line (category text, percent numeric, net numeric) GROUP BY category, percent`

async function today({ sql, workspaceId, now }: Tx): Promise<string> {
  const [row] = await sql.rows({ day: text })`SELECT firm_day(${workspaceId}::int, ${now}::timestamptz)::text AS day`
  return row?.day ?? ''
}

async function insert({ sql, workspaceId, now, stamp }: Tx, id: number, frozen: FrozenInvoice): Promise<number> {
  const [row] = await sql.rows({ id: bigint })`
    INSERT INTO credit_notes (workspace_id, number, invoice_id, client_id, issued, total, currency, frozen, created_at, updated_at)
    SELECT ${workspaceId}, ${frozen.number}, invoice_id, client_user_id, ${frozen.issued}::text::date, ${frozen.totals.total}::text::numeric,
           ${frozen.currency}, ${JSON.stringify(frozen)}::json, ${now}, ${stamp()}
    FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
    RETURNING id`
  return Number(row?.id)
}

/** As much of a credit note as is still owed on its invoice; undefined where that is nothing. */
async function takenOff({ sql, workspaceId }: Tx, creditNoteId: number): Promise<string | undefined> {
  const [share] = await sql.rows({ amount: text })`
    INSERT INTO allocations (workspace_id, credit_note_id, invoice_id, amount)
    SELECT ${workspaceId}, credit_note.id, invoice_id, least(credit_note.total, ${openAmount})
    FROM credit_notes AS credit_note JOIN invoices USING (workspace_id, invoice_id)
    WHERE workspace_id = ${workspaceId} AND credit_note.id = ${creditNoteId} AND ${openAmount} > 0
    RETURNING amount::text AS amount`
  return share?.amount
}

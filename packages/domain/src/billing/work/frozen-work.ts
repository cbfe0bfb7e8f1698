import { bigint, filled, identifier, list, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { areEqual } from '../../core/records/map-values.ts'
import type { Draft } from '../../core/records/record.ts'
import { conflict, RefusedError } from '../../core/verbs/refused.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { onInvoices } from './on-invoice.ts'
import type { LineColumn } from './on-invoice.ts'
import { expenseTable, timeTable } from './work-tables.ts'

/** The fields that an invoice shows, or that its quantities and days come from. */
const shownFields: Readonly<Record<LineColumn, readonly string[]>> = {
  time_entry_id: [
    'case_id',
    'client_id',
    'user_id',
    'description',
    'activity_type',
    'start_time',
    'end_time',
    'duration',
    'rate',
    'hourly_rate',
  ],
  expense_id: ['case_id', 'client_id', 'date', 'description', 'vendor', 'code', 'quantity', 'unit_price'],
}

const lineColumns = ['time_entry_id', 'expense_id'] as const
const tables = { time_entry_id: timeTable, expense_id: expenseTable } as const
const nouns = { time_entry_id: 'time entry', expense_id: 'expense' } as const

/** The numbers of the issued invoices that show these time entries or expenses. Lines of void invoices name no work. */
async function issuedWith(sql: Sql, workspaceId: number, column: LineColumn, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await sql.rows({ id: filled(bigint), number: text })`
    SELECT line.${identifier(column)} AS id, invoice.invoice_number AS number
    FROM invoice_lines AS line JOIN invoices AS invoice ON invoice.workspace_id = ${workspaceId} AND invoice.invoice_id = line.invoice_id
    WHERE line.workspace_id = ${workspaceId} AND line.${identifier(column)} = ANY (${list(ids, 'bigint')}) AND invoice.status <> 'draft'`
  return new Map(rows.map(({ id, number }) => [Number(id), number]))
}

/** A draft of billed work with the fields in which it differs from what the invoice shows. */
interface Changed {
  readonly draft: Draft
  readonly id: number
  readonly fields: readonly string[]
}

/**
 * The refusal of each draft that changes what an issued invoice shows. Undefined for other drafts. Only changes of billed
 * work are looked up.
 */
export const refuseBilled =
  (column: LineColumn) =>
  async (sql: Sql, drafts: readonly Draft[]): Promise<readonly (RefusedError | undefined)[]> => {
    const refusals = new Map<Draft, RefusedError>()
    const changed = drafts.flatMap((draft) => changedFields(draft, shownFields[column]))
    for (const [workspaceId, own] of Map.groupBy(changed, ({ draft }) => draft.workspaceId)) {
      const numbers = await issuedWith(
        sql,
        workspaceId,
        column,
        own.map(({ id }) => id),
      )
      for (const { draft, id, fields } of own) {
        const number = numbers.get(id)
        if (number !== undefined) refusals.set(draft, changeOfBilled(nouns[column], number, fields))
      }
    }
    return drafts.map((draft) => refusals.get(draft))
  }

function changedFields(draft: Draft, shown: readonly string[]): Changed[] {
  const { existing, values } = draft
  if (existing === undefined || existing.values['status'] === 'pending') return []
  const fields = shown.filter((name) => !areEqual(existing.values[name], values[name]))
  return fields.length === 0 ? [] : [{ draft, id: existing.values.id, fields }]
}

function changeOfBilled(noun: string, number: string, fields: readonly string[]) {
  const names = fields.map((field) => `\`${field}\``).join(', ')
  const message = `This ${noun} is on invoice ${number}, which shows ${names}. Void the invoice before you change it, or issue a credit note.`
  const details = fields.map((field) => ({
    field,
    code: 'billed',
    message: `cannot change, because invoice ${number} shows it`,
  }))
  return new RefusedError('billed', message, { details })
}

/** @throws RefusedError billed for work that an issued invoice shows, and for people also conflict for work on a draft. */
export const requireNotBilled =
  (column: LineColumn) =>
  async (tx: Tx, id: number, isPerson: boolean): Promise<void> => {
    const number = (await issuedWith(tx.sql, tx.workspaceId, column, [id])).get(id)
    if (number !== undefined) {
      const message = `This ${nouns[column]} is on invoice ${number}. Void the invoice first, or issue a credit note.`
      throw new RefusedError('billed', message)
    }
    if (isPerson && (await onInvoices(tx, column, [id])).has(id))
      throw conflict('This record is on an invoice. Remove it from the draft, or void the invoice first.')
  }

/** @throws RefusedError billed for a matter or client whose time or expenses an issued invoice shows. */
export const requireUnlinkable =
  (of: 'case_id' | 'client_id', noun: string) =>
  async ({ sql, workspaceId }: Tx, id: number): Promise<void> => {
    for (const column of lineColumns) {
      const [row] = await sql.rows({ number: text })`
        SELECT invoice.invoice_number AS number FROM ${tables[column].name} AS work
        JOIN invoice_lines AS line ON line.workspace_id = ${workspaceId} AND line.${identifier(column)} = work.id
        JOIN invoices AS invoice ON invoice.workspace_id = ${workspaceId} AND invoice.invoice_id = line.invoice_id
        WHERE work.workspace_id = ${workspaceId} AND work.${identifier(of)} = ${id} AND work.deleted_at IS NULL
          AND invoice.status <> 'draft' LIMIT 1`
      if (!row) continue
      const message = `Invoice ${row.number} shows work of this ${noun}, so you cannot delete the ${noun}, not even with \`force\`.`
      throw new RefusedError('billed', message)
    }
  }

import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { requirePermission } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { bookEntries } from './book-entries.ts'
import type { BookedEntry } from './book-entries.ts'
import { assignDebtorNumbers, debtorNumbersOf, numberRangeOf } from './debtor-numbers.ts'
import { documentFieldsOf } from './datev/document-fields.ts'
import type { DocumentFields } from './datev/document-fields.ts'
import { journalEntries } from './journal-entries.ts'
import type { JournalEntry, Period } from './journal-entry.ts'
import { readSources } from './journal-sources.ts'
import { journalTotals } from './journal-totals.ts'
import type { JournalTotals } from './journal-totals.ts'
import { findAccountingSettings } from './settings.ts'
import type { AccountingSettings } from './settings.ts'

export interface JournalRequest {
  /** The first and the last day. Default: the last month. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format: 'datev' | 'csv' | 'json'
  /** ISO 4217: only entries in this currency. Default: all. */
  readonly currency?: string | undefined
  /** The language and region of a CSV file for spreadsheets. Default: a file for programs. */
  readonly locale?: string | undefined
}

export interface Journal {
  readonly period: Period
  readonly settings: AccountingSettings
  readonly entries: readonly BookedEntry[]
  readonly totals: readonly JournalTotals[]
  /** `Belegfeld 1` of each document, for DATEV. */
  readonly documentFields?: DocumentFields | undefined
}

interface Access {
  readonly sql: Sql
  readonly write: <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

const mostDays = 366
const day = 86_400_000

/** @throws RefusedError for a period that ends before it begins, or that is longer than a year. */
function requirePeriod({ from, to }: Period) {
  const days = (Date.parse(to) - Date.parse(from)) / day + 1
  if (days < 1) throw invalid('to_date', 'invalid_value', `is before from_date, which is ${from}. Send a later day`)
  if (days > mostDays)
    throw invalid('to_date', 'too_long', `is ${days} days after from_date. A period has at most ${mostDays} days`)
}

/** @throws RefusedError for a period with one end. */
async function periodOf(sql: Sql, workspaceId: number, { from, to }: JournalRequest): Promise<Period> {
  if (from !== undefined && to !== undefined) return { from, to }
  if (from !== undefined || to !== undefined)
    throw invalid(
      from === undefined ? 'from_date' : 'to_date',
      'required',
      'is required together with the other end of the period',
    )
  const [month] = await sql.rows({ from: text, to: text })`
    SELECT (first - interval '1 month')::date::text AS from, (first - 1)::text AS to
    FROM (SELECT date_trunc('month', firm_day(${workspaceId}::int, now()))::date AS first) AS this_month`
  if (!month) throw new Error('The last month was not read')
  return month
}

async function entriesOf(sql: Sql, workspaceId: number, period: Period): Promise<readonly JournalEntry[]> {
  requirePeriod(period)
  return journalEntries(await readSources(sql, workspaceId, period), period)
}

/** The totals of a period by currency. */
export async function journalTotalsOf(sql: Sql, actor: Actor, period: Period): Promise<JournalTotals[]> {
  requirePermission(actor, 'invoices:read')
  return journalTotals(await entriesOf(sql, actor.workspaceId, period))
}

const noteExport = verb({
  allow: ['invoices:read'],
  password: 'in live',
  run: async (_tx: Pick<Tx, 'sql'>, _actor, _request: JournalRequest) => undefined,
  action: 'data.exported',
  note: (request) => ({ target: `journal.${request.format}`, details: request }),
})

/**
 * The journal of a period with its accounts. Clients without a debtor number get one that they keep. The export is an entry of
 * the audit log.
 */
export async function exportJournal({ sql, write }: Access, actor: Actor, request: JournalRequest): Promise<Journal> {
  noteExport.admit(actor)
  const { workspaceId } = actor
  const { currency } = request
  const period = await periodOf(sql, workspaceId, request)
  const all = await entriesOf(sql, workspaceId, period)
  const entries = currency === undefined ? all : all.filter((entry) => entry.currency === currency)
  const settings = await findAccountingSettings(sql, workspaceId)
  const clientIds = [...new Set(entries.flatMap(({ clientId }) => clientId ?? []))]
  const debtorNumbers = await numbersFor({ sql, write }, workspaceId, clientIds, settings)
  await noteExport({ sql }, actor, { ...request, ...period })
  return {
    period,
    settings,
    entries: bookEntries(entries, { settings, debtorNumbers }),
    totals: journalTotals(entries),
    documentFields: request.format === 'datev' ? await documentFieldsOf(sql, workspaceId, entries) : undefined,
  }
}

async function numbersFor(
  { sql, write }: Access,
  workspaceId: number,
  clientIds: readonly number[],
  settings: AccountingSettings,
) {
  const known = await debtorNumbersOf(sql, workspaceId, clientIds)
  const range = numberRangeOf(settings)
  if (known.size === clientIds.length || range === undefined) return known
  return write((tx) => assignDebtorNumbers(tx, clientIds, range))
}

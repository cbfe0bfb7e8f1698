import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { TaxCategory } from '@matterbase/schemas'
import { invalid } from '../../core/verbs/refused.ts'
import type { Parties } from './debtor-place.ts'
import type { Period } from './journal-entry.ts'
import { sourceStatements } from './journal-statements.ts'

interface Source {
  readonly id: number
  readonly clientId: number | null
  readonly clientName: string | null
  readonly currency: string | null
}

interface Tax {
  readonly category: TaxCategory
  readonly percent: string
  readonly base: string
  readonly tax: string
}

/** An invoice or credit note as it was issued. */
export interface DocumentSource extends Source, Parties {
  readonly number: string
  readonly issued: string
  readonly voided: string | null
  readonly corrects: string | null
  readonly taxes: readonly Tax[] | null
  readonly total: string
}

/** The written-off amount of an invoice at one tax rate, or a part of it that was taken back. */
export interface WriteOffSource extends Source, Parties {
  readonly number: string
  readonly day: string
  readonly amount: string
  readonly isReversal: boolean
  /** Null in rows of an earlier version, which did not divide the amount. */
  readonly category: TaxCategory | null
  readonly percent: string | null
}

/** The part of a payment on an invoice, or of a refund from a credit note. */
interface MoneyShare {
  readonly number: string
  readonly amount: string
  /** The day on which credit was spent. Null: allocated when the payment was recorded. */
  readonly spent: string | null
}

/** A payment or refund. */
export interface MoneySource extends Source {
  readonly day: string
  /** The day on which it was reversed. */
  readonly reversed: string | null
  readonly amount: string
  readonly method: string | null
  readonly reference: string | null
  readonly shares: readonly MoneyShare[]
}

/** Credit of a payment or credit note that an invoice was paid with later. */
export interface SpentSource extends Source {
  readonly day: string
  readonly amount: string
  readonly invoice: string
  /** The number of the credit note. Null for the credit of a payment. */
  readonly creditNote: string | null
  readonly method: string | null
  readonly reference: string | null
}

export interface JournalSources {
  readonly invoices: readonly DocumentSource[]
  readonly creditNotes: readonly DocumentSource[]
  readonly writeOffs: readonly WriteOffSource[]
  readonly payments: readonly MoneySource[]
  readonly spent: readonly SpentSource[]
  readonly refunds: readonly MoneySource[]
}

/** The largest number of invoices in an export, and of each other kind of record. */
const mostSources = 20_000

/**
 * Everything that the journal of a period shows, from one statement and so from one snapshot.
 * @throws RefusedError for a period with more records than an export can have.
 */
export async function readSources(sql: Sql, workspaceId: number, period: Period): Promise<JournalSources> {
  const of = sourceStatements({ workspaceId, ...period }, mostSources + 1)
  const [row] = await sql.rows({
    invoices: text,
    creditNotes: text,
    writeOffs: text,
    payments: text,
    spent: text,
    refunds: text,
  })`
    SELECT ${of.invoices} AS invoices, ${of.creditNotes} AS "creditNotes", ${of.writeOffs} AS "writeOffs",
           ${of.payments} AS payments, ${of.spent} AS spent, ${of.refunds} AS refunds`
  if (!row) throw new Error('The journal was not read')
  // Written by the statements above.
  const sources: JournalSources = {
    invoices: JSON.parse(row.invoices) as readonly DocumentSource[],
    creditNotes: JSON.parse(row.creditNotes) as readonly DocumentSource[],
    writeOffs: JSON.parse(row.writeOffs) as readonly WriteOffSource[],
    payments: JSON.parse(row.payments) as readonly MoneySource[],
    spent: JSON.parse(row.spent) as readonly SpentSource[],
    refunds: JSON.parse(row.refunds) as readonly MoneySource[],
  }
  if (Object.values(sources).some(({ length }) => length > mostSources))
    throw invalid(
      'to',
      'too_long',
      `The period has more than ${mostSources.toLocaleString('en')} invoices or payments. Choose a shorter period`,
    )
  return sources
}

import type { AccountingSettings } from './settings.ts'
import type { JournalEntry } from './journal-entry.ts'

/** An entry with its accounts. An account is null where the settings do not name it. */
export interface BookedEntry extends JournalEntry {
  readonly debtorAccount: string | null
  readonly contraAccount: string | null
  /** The tax key of DATEV (BU-Schlüssel). */
  readonly taxKey: string | null
}

interface Accounts {
  readonly settings: AccountingSettings
  readonly debtorNumbers: ReadonlyMap<number, number>
}

/** Adds the accounts of the settings to the entries. */
export function bookEntries(entries: readonly JournalEntry[], { settings, debtorNumbers }: Accounts): BookedEntry[] {
  const revenue = new Map(settings.revenue_accounts.map((row) => [taxOf(row.category, String(row.percent)), row]))
  const methods = new Map(settings.method_accounts.map(({ method, account }) => [method, account]))
  const contraOf = (entry: JournalEntry) => {
    if (entry.category !== null) return revenue.get(taxOf(entry.category, entry.percent ?? '0'))?.account ?? null
    if (entry.kind === 'write_off' || entry.kind === 'write_off_reversal') return settings.write_off_account
    return methods.get(entry.method ?? '') ?? settings.bank_account
  }
  const debtorOf = ({ clientId }: JournalEntry) =>
    clientId === null ? settings.first_debtor_number : (debtorNumbers.get(clientId) ?? null)
  return entries.map((entry) => ({
    ...entry,
    debtorAccount: debtorOf(entry)?.toString() ?? null,
    contraAccount: padded(contraOf(entry), settings.account_length),
    taxKey:
      entry.category === null ? null : (revenue.get(taxOf(entry.category, entry.percent ?? '0'))?.tax_key ?? null),
  }))
}

const taxOf = (category: string, percent: string) => `${category} ${Number(percent)}`

/** DATEV lengthens accounts with zeros at the end: 8400 is 840000 with 6 digits. */
const padded = (account: string | null, length: number | null) => account?.padEnd(length ?? 0, '0') ?? null

import { foldedMethod } from './folded-method.ts'
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
  const rateOf = revenueAccountOf(settings)
  const accountOf = methodAccountOf(settings)
  const contraOf = (entry: JournalEntry) => {
    if (isWriteOff(entry)) return rateOf(entry)?.write_off_account ?? settings.write_off_account
    return entry.category === null ? accountOf(entry.method ?? '') : (rateOf(entry)?.account ?? null)
  }
  const debtorOf = ({ clientId }: JournalEntry) =>
    clientId === null ? settings.first_debtor_number : (debtorNumbers.get(clientId) ?? null)
  return entries.map((entry) => ({
    ...entry,
    debtorAccount: debtorOf(entry)?.toString() ?? null,
    contraAccount: padded(contraOf(entry), settings.account_length),
    taxKey: isWriteOff(entry) ? null : (rateOf(entry)?.tax_key ?? null),
  }))
}

export const isWriteOff = ({ kind }: Pick<JournalEntry, 'kind'>) =>
  kind === 'write_off' || kind === 'write_off_reversal'

type Rate = Pick<JournalEntry, 'category' | 'percent' | 'place'>

const keyOf = (category: string, percent: string | number, place: string) => `${category} ${Number(percent)} ${place}`

/** The row of a tax rate for debtors in a place, or for all. A debtor in the EU is abroad as well. */
function revenueAccountOf({ revenue_accounts: accounts }: AccountingSettings) {
  const rows = new Map(accounts.map((row) => [keyOf(row.category, row.percent, row.place ?? 'all'), row]))
  return ({ category, percent, place }: Rate) => {
    if (category === null) return undefined
    const at = (one: string) => rows.get(keyOf(category, percent ?? 0, one))
    return at(place) ?? (place === 'eu' ? at('abroad') : undefined) ?? at('all')
  }
}

function methodAccountOf({ method_accounts: methods, bank_account: bank }: AccountingSettings) {
  const typed = new Map(methods.map(({ method, account }) => [method, account]))
  const folded = new Map(methods.map(({ method, account }) => [foldedMethod(method), account]))
  return (method: string) => typed.get(method) ?? folded.get(foldedMethod(method)) ?? bank
}

/** DATEV lengthens accounts with zeros at the end: 8400 is 840000 with 6 digits. */
const padded = (account: string | null, length: number | null) => account?.padEnd(length ?? 0, '0') ?? null

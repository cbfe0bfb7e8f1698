import { isLess, isWhole } from '@matterbase/schemas/decimal'
import type { ErrorDetail } from '@matterbase/schemas'
import { RefusedError } from '../../../core/verbs/refused.ts'
import { isWriteOff } from '../book-entries.ts'
import type { BookedEntry } from '../book-entries.ts'
import { datevFile } from './datev-file.ts'
import type { Period } from '../journal-entry.ts'
import type { Journal } from '../export-journal.ts'
import { isDebtorNumber } from '../settings.ts'
import type { AccountingSettings } from '../settings.ts'

/**
 * The DATEV file of a journal.
 * @throws RefusedError with everything that is missing, and for a period of two fiscal years.
 */
export function datevOf({ period, settings, entries, documentFields }: Journal): Uint8Array<ArrayBuffer> {
  const { consultant_number: consultantNumber, client_number: clientNumber, account_length: accountLength } = settings
  const { fiscal_year_start: yearStart } = settings
  const problems = [...missingSettings(settings), ...entries.flatMap((entry) => problemsOf(entry, settings))]
  if (consultantNumber === null || clientNumber === null || accountLength === null || yearStart === null)
    throw refused(problems)
  const fiscalYear = fiscalYearOf(period, yearStart)
  if (fiscalYear !== fiscalYearOf({ from: period.to }, yearStart))
    throw refused([
      {
        field: 'to',
        code: 'other_fiscal_year',
        message: `The fiscal year that begins on ${fiscalYearOf({ from: period.to }, yearStart)} needs a file of its own. Choose an earlier last day.`,
      },
      ...problems,
    ])
  if (problems.length > 0) throw refused(problems)
  const chart = settings.chart?.slice(-2) ?? ''
  return datevFile(
    { ...period, consultantNumber, clientNumber, accountLength, fiscalYear, chart },
    entries,
    documentFields,
  )
}

/** The first day of the fiscal year of a day. */
function fiscalYearOf({ from }: Pick<Period, 'from'>, start: string): string {
  const year = Number(from.slice(0, 4))
  return `${from.slice(5) < start ? year - 1 : year}-${start}`
}

const needed = {
  consultant_number: 'The consultant number (Beraternummer)',
  client_number: 'The client number (Mandantennummer)',
  fiscal_year_start: 'The start of the fiscal year',
  account_length: 'The account length',
} as const

const missing = (field: string, message: string): ErrorDetail => ({ field, code: 'missing', message })

const missingSettings = (settings: AccountingSettings): readonly ErrorDetail[] =>
  Object.entries(needed).flatMap(([field, message]) =>
    settings[field as keyof typeof needed] === null ? [missing(`settings.${field}`, message)] : [],
  )

function problemsOf(entry: BookedEntry, settings: AccountingSettings): readonly ErrorDetail[] {
  const { currency, contraAccount, gross } = entry
  const fits = isLess(gross.replace('-', ''), mostAmount) && isWhole(gross, 2)
  return [
    ...(currency === 'EUR' ? [] : [otherCurrency(entry)]),
    ...(fits ? [] : [wrongAmount(entry)]),
    ...(contraAccount === null ? [missingAccount(entry)] : []),
    ...debtorProblems(entry, settings),
  ]
}

const mostAmount = '10000000000'

const nameOf = ({ kind, document, id }: BookedEntry) => document ?? `${kind.replaceAll('_', ' ')} ${id}`

const wrongAmount = (entry: BookedEntry): ErrorDetail => ({
  field: 'amount',
  code: 'out_of_range',
  message: `${nameOf(entry)} is ${entry.gross}. DATEV takes amounts below 10,000,000,000 with two decimal places`,
})

const otherCurrency = (entry: BookedEntry): ErrorDetail =>
  entry.currency === null
    ? missing('firm.currency', 'The currency of the firm')
    : {
        field: 'currency',
        code: 'unsupported',
        message: `${nameOf(entry)} is in ${entry.currency}. Export only currency=EUR, and book the other entries from the CSV journal`,
      }

function missingAccount(entry: BookedEntry): ErrorDetail {
  const { category, percent } = entry
  if (isWriteOff(entry)) return missing('settings.write_off_account', 'The account of write-offs')
  if (category !== null)
    return missing(
      'settings.revenue_accounts',
      `The revenue account of tax category ${category} with ${Number(percent)}%`,
    )
  return missing('settings.bank_account', 'The bank account')
}

function debtorProblems(entry: BookedEntry, settings: AccountingSettings): readonly ErrorDetail[] {
  const { debtorAccount, clientName } = entry
  const { account_length: length, first_debtor_number: first } = settings
  if (debtorAccount === null)
    return first === null ? [missing('settings.first_debtor_number', 'The first debtor number')] : []
  if (length === null || isDebtorNumber(Number(debtorAccount), length)) return []
  const message = `The debtor number ${debtorAccount} of ${clientName ?? 'a client'}. It must have ${length + 1} digits and begin with 1 to 6`
  return [{ field: 'client', code: 'invalid_value', message }]
}

const mostDetails = 100

/** Each problem once, at most 100 of them. */
function refused(problems: readonly ErrorDetail[]) {
  const all = [...new Map(problems.map((one) => [`${one.field} ${one.message}`, one])).values()]
  const more = all.length > 1 ? ` (and ${all.length - 1} more, see details)` : ''
  return new RefusedError('missing_data', `The DATEV file is not complete: ${all[0]?.message ?? ''}${more}`, {
    details: all.slice(0, mostDetails),
  })
}

import { bigint, int, json, oneOf, orNull, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { methodAccounts, revenueAccounts } from '@matterbase/schemas'
import { chartNames } from '@matterbase/schemas/charts'
import { setFrom } from '../../core/tx/set-from.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { foldedMethod } from './folded-method.ts'

const columns = {
  consultant_number: orNull(int),
  client_number: orNull(int),
  fiscal_year_start: orNull(text),
  account_length: orNull(int),
  chart: orNull(oneOf(chartNames)),
  bank_account: orNull(text),
  write_off_account: orNull(text),
  first_debtor_number: orNull(int),
  revenue_accounts: json(revenueAccounts),
  method_accounts: json(methodAccounts),
}
const names = Object.keys(columns) as readonly (keyof typeof columns)[]

export type AccountingSettings = Row<typeof columns>

const emptySettings: AccountingSettings = {
  consultant_number: null,
  client_number: null,
  fiscal_year_start: null,
  account_length: null,
  chart: null,
  bank_account: null,
  write_off_account: null,
  first_debtor_number: null,
  revenue_accounts: [],
  method_accounts: [],
}

/** The accounting settings of a workspace. All fields are null or empty until they are set. */
export async function findAccountingSettings(sql: Sql, workspaceId: number): Promise<AccountingSettings> {
  const [found] = await sql.rows(columns)`
    SELECT consultant_number, client_number, fiscal_year_start, account_length, chart, bank_account, write_off_account,
           first_debtor_number, revenue_accounts, method_accounts
    FROM accounting_settings WHERE workspace_id = ${workspaceId}`
  return found ?? emptySettings
}

/** Omitted fields stay as they are. */
type Changes = { readonly [N in keyof AccountingSettings]?: AccountingSettings[N] | undefined }

export const updateAccountingSettings = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }: Tx, _actor, changes: Changes) {
    const before = await findAccountingSettings(sql, workspaceId)
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const after: AccountingSettings = { ...before, ...Object.fromEntries(given) }
    requireFitting(after)
    if (after.first_debtor_number !== before.first_debtor_number)
      await requireFreeNumber(sql, workspaceId, after.first_debtor_number)
    await sql.run`
      INSERT INTO accounting_settings
      SELECT * FROM json_populate_record(NULL::accounting_settings, ${JSON.stringify({ workspace_id: workspaceId, ...after })}::json)
      ON CONFLICT (workspace_id) DO UPDATE SET ${setFrom('excluded', names)}`
    return { before, after }
  },
  action: 'accounting.updated',
  note: (_changes, { before, after }) => ({ target: 'accounting', details: { from: before, to: after } }),
})

/** @throws RefusedError for the number of a client, because invoices without a client would be on its account. */
async function requireFreeNumber(sql: Sql, workspaceId: number, first: number | null) {
  const [taken] = await sql.rows({ client_id: bigint })`
    SELECT client_id FROM client_billing WHERE workspace_id = ${workspaceId} AND debtor_number = ${first}::int`
  if (taken)
    throw invalid('first_debtor_number', 'taken', `is the number of client ${taken.client_id}. Choose another one`)
}

/** @throws RefusedError for account numbers of another length, and for accounts that are named twice. */
function requireFitting({ account_length: length, ...settings }: AccountingSettings) {
  const { first_debtor_number: debtor, revenue_accounts: revenue, method_accounts: methods } = settings
  if (length !== null) {
    if (debtor !== null && isForDatev(settings) && !isDebtorNumber(debtor, length))
      throw invalid(
        'first_debtor_number',
        'out_of_range',
        `must have ${length + 1} digits and begin with 1 to 6, such as ${10 ** length}`,
      )
    const accounts = {
      bank_account: settings.bank_account,
      write_off_account: settings.write_off_account,
      ...Object.fromEntries(revenue.map(({ account }, at) => [`revenue_accounts[${at}].account`, account])),
      ...Object.fromEntries(
        revenue.map(({ write_off_account: account = null }, at) => [
          `revenue_accounts[${at}].write_off_account`,
          account,
        ]),
      ),
      ...Object.fromEntries(methods.map(({ account }, at) => [`method_accounts[${at}].account`, account])),
    }
    for (const [field, account] of Object.entries(accounts))
      if (account !== null && account.length > length)
        throw invalid(field, 'too_long', `has ${account.length} digits. The account length is ${length}`)
  }
  requireOnce(
    'revenue_accounts',
    revenue.map(({ category, percent, place }) =>
      [category, percent, place].filter((one) => one !== undefined).join(' '),
    ),
  )
  requireOnce(
    'method_accounts',
    methods.map(({ method }) => method),
    foldedMethod,
  )
}

function requireOnce(field: string, names: readonly string[], fold = (name: string) => name) {
  const keys = names.map(fold)
  const again = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (again >= 0) throw invalid(`${field}[${again}]`, 'taken', `${names[again]} has an account already. Remove one`)
}

/** Only DATEV has rules for debtor numbers. */
export const isForDatev = (
  settings: Pick<AccountingSettings, 'consultant_number' | 'client_number' | 'chart'>,
): boolean => settings.consultant_number !== null || settings.client_number !== null || settings.chart !== null

/** In DATEV, debtor accounts have one digit more than the accounts of the general ledger, and begin with 1 to 6. */
export const isDebtorNumber = (number: number, length: number): boolean =>
  number >= 10 ** length && number < 7 * 10 ** length

/** The fields of the form, as its page names them. */
export const labels = {
  consultant_number: 'Consultant number',
  client_number: 'Client number',
  fiscal_year_start: 'Start of the fiscal year',
  account_length: 'Account length',
  chart: 'Chart of accounts',
  bank_account: 'Bank account',
  write_off_account: 'Account of write-offs',
  first_debtor_number: 'First debtor number',
  revenue_accounts: 'Revenue accounts',
  method_accounts: 'Payment methods',
} as const

/** Accounts as the question about conflicting changes shows them, one per line. */
export const accountsText = (accounts: unknown) =>
  Array.isArray(accounts)
    ? accounts
        .map((account: object) =>
          Object.values(account)
            .filter((value) => value !== null)
            .join(' · '),
        )
        .join('\n')
    : String(accounts)

/**
 * Columns that find a row before its workspace is known. They are unique in the whole installation, so a database of
 * many nodes looks them up in all nodes, or in a table of its own.
 */
export const lookUps: readonly { readonly table: string; readonly column: string; readonly why: string }[] = [
  { table: 'api_keys', column: 'key_hash', why: 'A request names its key, and the key its workspace' },
  { table: 'documents', column: 'sign_token_hash', why: 'A signer has nothing but the link' },
  { table: 'intake_forms', column: 'slug', why: 'A form is opened by its public address' },
  { table: 'invoice_shares', column: 'token_hash', why: 'A client has nothing but the link to an invoice' },
  { table: 'test_inboxes', column: 'token', why: 'What is sent to a test inbox has its address only' },
]

export const columnsOfLookUps = (table: string): ReadonlySet<string> =>
  new Set(lookUps.filter((each) => each.table === table).map(({ column }) => column))

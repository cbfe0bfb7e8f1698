import {
  bytes,
  endpointSecretContext,
  filled,
  identifier,
  invoiceTokenContext,
  mailLinkContext,
  Prisma,
  signatureSealContext,
  signTokenContext,
  texts,
  totpContext,
} from '@matterbase/db'
import type { Row, Sealer, Sql } from '@matterbase/db'

interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The table's primary key. */
  readonly key: readonly string[]
  /** The context that the sealed value of a row is bound to. */
  readonly context: (...key: string[]) => string
}

// All sealed columns except stored responses, which expire after 24 hours.
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret',
    key: ['workspace_id', 'id'],
    context: (workspaceId = '', id = '') => endpointSecretContext(Number(workspaceId), id),
  },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret',
    key: ['workspace_id', 'id'],
    context: (workspaceId = '', id = '') => `${endpointSecretContext(Number(workspaceId), id)}/previous`,
  },
  {
    table: 'documents',
    column: 'sign_token',
    key: ['workspace_id', 'document_id'],
    context: (workspaceId = '', id = '') => signTokenContext(Number(workspaceId), id),
  },
  {
    table: 'invoice_shares',
    column: 'token',
    key: ['workspace_id', 'invoice_id'],
    context: (workspaceId = '', id = '') => invoiceTokenContext(Number(workspaceId), id),
  },
  {
    table: 'mails',
    column: 'link',
    key: ['workspace_id', 'id'],
    context: (workspaceId = '', id = '') => mailLinkContext(Number(workspaceId), id),
  },
  {
    table: 'signature_records',
    column: 'seal',
    key: ['workspace_id', 'number'],
    context: (workspaceId = '', number = '') => signatureSealContext(Number(workspaceId), number),
  },
  { table: 'users', column: 'totp_secret', key: ['id'], context: (id = '') => totpContext(id) },
]

export interface Rewrapped {
  /** How many values were sealed again. */
  readonly count: number
  /** Values that no key opens, as `table/key`. They stay as they are. */
  readonly unreadable: readonly string[]
}

/** Seals values with the first encryption key, so that you can remove the other keys. */
export async function rewrapSecrets(db: Sql, sealer: Sealer): Promise<Rewrapped> {
  let count = 0
  const unreadable: string[] = []
  for (const sealed of sealedColumns) {
    for (const row of await rowsOf(db, sealer, sealed)) {
      const written = await rewrapOne(db, sealer, sealed, row)
      if (written === undefined) unreadable.push([sealed.table, ...row.key].join('/'))
      count += written ?? 0
    }
  }
  return { count, unreadable }
}

const sealedRow = { key: texts, sealed: filled(bytes) }

function rowsOf(db: Sql, { keyId }: Sealer, { table, column, key }: SealedColumn): Promise<Row<typeof sealedRow>[]> {
  const parts = Prisma.join(key.map((name) => Prisma.sql`${identifier(name)}::text`))
  return db.rows(sealedRow)`
    SELECT ARRAY[${parts}] AS key, ${identifier(column)} AS sealed FROM ${identifier(table)}
    WHERE substring(${identifier(column)} FROM 1 FOR 4) <> ${keyId}`
}

/** A value that was changed in the meantime is left as it is. */
async function rewrapOne(
  db: Sql,
  sealer: Sealer,
  { table, column, key, context }: SealedColumn,
  row: Row<typeof sealedRow>,
) {
  const anew = sealedAnew(sealer, row.sealed, context(...row.key))
  if (!anew) return undefined
  const name = identifier(column)
  const isRow: Prisma.Sql[] = key.map((part, at) => Prisma.sql`${identifier(part)}::text = ${row.key[at]}`)
  return db.run`
    UPDATE ${identifier(table)} SET ${name} = ${anew} WHERE ${Prisma.join(isRow, ' AND ')} AND ${name} = ${row.sealed}`
}

function sealedAnew(sealer: Sealer, sealed: Uint8Array, context: string) {
  try {
    return sealer.seal(sealer.open(sealed, context), context)
  } catch {
    return undefined
  }
}

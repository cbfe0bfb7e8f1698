import { bigint, environment, identifier, int, list, orNull, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { recordContracts, tableOf } from '@matterbase/schemas'
import { recordTable } from '../../core/records/table/table.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { write } from '../../core/write/transaction.ts'
import type { Tx } from '../../core/write/transaction.ts'

// Records per transaction. The limit bounds how long other writes of the workspace wait.
const batch = 500

const { path, fields, derived } = recordContracts.clients
const clientTable = recordTable(tableOf(path), fields, derived)

/** The fields of a client's billing address. */
export const addressFields = [
  'street',
  'postal_code',
  'city',
  'region',
  'country',
  'vat_id',
  'buyer_reference',
  'electronic_address',
] as const

const formerName = (column: string) => identifier(column === 'buyer_reference' ? 'reference' : column)

/** The billing address of a client row, or the address that an earlier version stored in `client_billing`. */
export const addressColumns = (client: string, billing: string) =>
  addressFields.map(
    (column) =>
      Prisma.sql`coalesce(${identifier(client)}.${identifier(column)}, ${identifier(billing)}.${formerName(column)}) AS ${identifier(column)}`,
  )

/** Rows of an earlier version that are not moved yet. */
const isLeft = Prisma.sql`billing.moved_at IS NULL AND clients.deleted_at IS NULL`

/**
 * Moves billing addresses that an earlier version stored in `client_billing` into the clients. Each client that changes has
 * a stamp of its own.
 *
 * @returns the number of clients.
 */
export async function moveClientAddresses(db: Db, { workspaceId }: Workspace): Promise<number> {
  for (let count = 0; ;) {
    const moved = await write(db, workspaceId, moveSome)
    count += moved
    if (moved < batch) return count
  }
}

async function moveSome(tx: Tx): Promise<number> {
  const { sql, workspaceId } = tx
  const rows = await sql.rows({
    id: bigint,
    street: orNull(text),
    postal_code: orNull(text),
    city: orNull(text),
    region: orNull(text),
    country: orNull(text),
    vat_id: orNull(text),
    buyer_reference: orNull(text),
    electronic_address: orNull(text),
  })`
    SELECT id, ${Prisma.join(addressColumns('clients', 'billing'))}
    FROM client_billing AS billing
    JOIN clients ON clients.workspace_id = billing.workspace_id AND clients.id = billing.client_id
    WHERE billing.workspace_id = ${workspaceId} AND ${isLeft} ORDER BY id LIMIT ${batch}`
  const filled = rows.filter((row) => addressFields.some((column) => row[column] !== null))
  await clientTable.setColumns(
    tx,
    addressFields,
    filled.map((row) => ({ ...row, id: Number(row.id) })),
    'client.updated',
  )
  const ids = rows.map(({ id }) => id)
  await sql.run`
    UPDATE client_billing SET moved_at = now() WHERE workspace_id = ${workspaceId} AND client_id = ANY (${list(ids, 'bigint')})`
  return rows.length
}

/** The workspaces with addresses that `moveClientAddresses` has to move. */
export const workspacesWithOldAddresses = (db: Db): Promise<Workspace[]> =>
  db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces
    WHERE id IN (
      SELECT billing.workspace_id FROM client_billing AS billing
      JOIN clients ON clients.workspace_id = billing.workspace_id AND clients.id = billing.client_id WHERE ${isLeft})`

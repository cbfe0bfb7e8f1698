import { bigint, identifier, list, Prisma } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'

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

const newerOrFormer = (client: string, billing: string, column: string) =>
  Prisma.sql`coalesce(${identifier(client)}.${identifier(column)}, ${identifier(billing)}.${formerName(column)})`

/** The billing address of a client row, or the address that an earlier version stored in `client_billing`. */
export const addressColumns = (client: string, billing: string) =>
  addressFields.map((column) => Prisma.sql`${newerOrFormer(client, billing, column)} AS ${identifier(column)}`)

const ofClients = Prisma.sql`
  client_billing AS billing
  JOIN clients ON clients.workspace_id = billing.workspace_id AND clients.id = billing.client_id`

/** Rows of an earlier version that are not moved yet. */
const isLeft = Prisma.sql`billing.moved_at IS NULL AND clients.deleted_at IS NULL`

/** Moves billing addresses that an earlier version stored in `client_billing` into the clients. */
export const fillBillingAddresses: Backfill = {
  name: 'billing address of clients',

  find: (db) => workspacesWhere(db, Prisma.sql`id IN (SELECT billing.workspace_id FROM ${ofClients} WHERE ${isLeft})`),

  async fill({ sql, workspaceId }, { after, limit }) {
    const rows = await sql.rows({ id: bigint })`
      SELECT id FROM ${ofClients}
      WHERE billing.workspace_id = ${workspaceId} AND clients.workspace_id = ${workspaceId} AND id > ${after} AND ${isLeft}
      ORDER BY id LIMIT ${limit}`
    const ids = list(
      rows.map(({ id }) => id),
      'bigint',
    )
    const newer = addressFields.map(
      (column) => Prisma.sql`${identifier(column)} = ${newerOrFormer('client', 'billing', column)}`,
    )
    await sql.run`
      UPDATE clients AS client SET ${Prisma.join(newer)} FROM client_billing AS billing
      WHERE client.workspace_id = ${workspaceId} AND client.id = ANY (${ids})
        AND billing.workspace_id = ${workspaceId} AND billing.client_id = client.id`
    await sql.run`
      UPDATE client_billing SET moved_at = now() WHERE workspace_id = ${workspaceId} AND client_id = ANY (${ids})`
    const last = rows.at(-1)
    return last && Number(last.id)
  },

  count: (db) =>
    countLeft(db, Prisma.sql`SELECT ${isLeft} AS is_left FROM ${ofClients} WHERE clients.deleted_at IS NULL`),
}

import { identifier, orNull, Prisma, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { setFrom } from '../../core/tx/set-from.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

const columns = {
  street: orNull(text),
  postal_code: orNull(text),
  city: orNull(text),
  region: orNull(text),
  country: orNull(text),
  vat_id: orNull(text),
  reference: orNull(text),
  electronic_address: orNull(text),
}
const names = Object.keys(columns)
const listed = Prisma.join(names.map(identifier))

export type ClientBilling = Row<typeof columns>

/** The details of a client on e-invoices. All fields are null until they are set. @throws RefusedError not_found. */
export async function findClientBilling(sql: Sql, workspaceId: number, id: number): Promise<ClientBilling> {
  const [found] = await sql.rows(columns)`
    SELECT ${listed} FROM clients LEFT JOIN client_billing ON client_billing.workspace_id = clients.workspace_id AND client_id = id
    WHERE clients.workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (!found) throw notFound(`No client ${id} in this workspace.`)
  return found
}

interface Changes {
  readonly id: number
  /** Omitted fields stay as they are. */
  readonly changes: { readonly [N in keyof ClientBilling]?: ClientBilling[N] | undefined }
}

async function update({ sql, workspaceId }: Tx, { id, changes }: Changes) {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const before = await findClientBilling(sql, workspaceId, id)
  const after: ClientBilling = { ...before, ...Object.fromEntries(given) }
  await sql.run`
    INSERT INTO client_billing (workspace_id, client_id, ${listed})
    SELECT ${workspaceId}, ${id}, ${listed} FROM json_populate_record(NULL::client_billing, ${JSON.stringify(after)}::json)
    ON CONFLICT (workspace_id, client_id) DO UPDATE SET ${setFrom('excluded', names)}`
  return { before, after }
}

/** Part of an import, which has one entry of its own in the audit log. */
export const importClientBilling = verb({
  allow: ['clients:write'],
  run: (tx, _actor, changes: Changes) => update(tx, changes),
})

export const updateClientBilling = verb({
  allow: ['clients:write'],
  run: async (tx, _actor, changes: Changes) => (await update(tx, changes)).after,
  action: 'client.billing_changed',
  note: ({ id, changes }) => ({ target: `client ${id}`, details: { fields: Object.keys(changes) } }),
})

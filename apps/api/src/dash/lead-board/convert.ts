import { requireRecord, words } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../http/operations/context.ts'
import { requirePermission } from '../../http/access/gate.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { emailKey } from '../../rest/leads/capture.ts'
import { audit } from '../audit/audit-log.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { obeyingRules } from '../refused.ts'
import { findLead, nameOf } from './board-lead.ts'
import type { BoardLead } from './board-lead.ts'

type Handlers = WorkspaceDeps['handlers']
type Convert = Input<DashContract['leadBoard']['convert']>

/**
 * Makes a lead a client with a matter, by the REST API's own handlers and in one transaction. Whoever
 * comes second gets what the first one made.
 */
export async function convertLead(handlers: Handlers, { params: { id }, body }: Convert, context: Context) {
  const { caller } = context
  requirePermission(caller, 'clients:write')
  requirePermission(caller, 'matters:write')
  return context.write(async (tx) => {
    const { json, lead } = await findLead(tx, id)
    const inside: Context = { ...context, sql: tx.sql, write: (work) => work(tx), ifMatch: undefined }
    const answer = async (clientId: number, matterId: number, data: string, created: boolean) => ({
      data: new RawJson(data),
      client: (await handlers.clients.get({ params: { id: clientId }, query: {}, body: {} }, inside)).data,
      matter: (await handlers.matters.get({ params: { id: matterId }, query: {}, body: {} }, inside)).data,
      created,
    })
    // A client or matter that was deleted since is made anew.
    if (await isAlive(tx, lead)) return answer(Number(lead.client_id), Number(lead.case_id), json, false)
    const clientId = body.client_id ?? (await clientByEmail(tx, lead)) ?? (await newClient(handlers, lead, inside))
    await obeyingRules(() => requireRecord(tx, 'clients', clientId, 'client_id'))
    const matterId = await newMatter(handlers, lead, clientId, body.title, inside)
    await tx.sql.$executeRaw`
      UPDATE leads SET status = 'converted', client_id = ${clientId}, case_id = ${matterId}, updated_at = ${tx.stamp()}
      WHERE workspace_id = ${tx.workspaceId} AND lead_id = ${id}::text::uuid`
    await audit(tx.sql, caller, {
      action: 'lead.converted',
      target: nameOf(lead),
      details: { client_id: clientId, case_id: matterId },
    })
    return answer(clientId, matterId, (await findLead(tx, id)).json, true)
  })
}

async function isAlive({ sql, workspaceId }: Tx, { client_id: client, case_id: matter }: BoardLead): Promise<boolean> {
  const rows = await sql.$queryRaw<object[]>`
    SELECT FROM clients, matters
    WHERE clients.workspace_id = ${workspaceId} AND clients.id = ${client} AND clients.deleted_at IS NULL
      AND matters.workspace_id = ${workspaceId} AND matters.id = ${matter} AND matters.deleted_at IS NULL`
  return rows.length > 0
}

/** The oldest client with the lead's email address; the words find it through their index. */
async function clientByEmail({ sql, workspaceId }: Tx, { email }: BoardLead): Promise<number | undefined> {
  const key = emailKey(email)
  if (key === null) return undefined
  const [row] = await sql.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM clients
    WHERE workspace_id = ${workspaceId} AND words @> ${words(key)}::text[] AND lower(trim(email)) = ${key} AND deleted_at IS NULL
    ORDER BY id LIMIT 1`
  return row && Number(row.id)
}

async function newClient(handlers: Handlers, lead: BoardLead, inside: Context): Promise<number> {
  const { company, email, phone, first_name: first, last_name: last } = lead
  const contact =
    [first, last]
      .filter((name) => name?.trim())
      .join(' ')
      .slice(0, 255) || null
  const body = {
    company_name: company,
    contact_person: contact,
    email,
    phone,
    client_type: company === null ? ('individual' as const) : ('business' as const),
  }
  return idOf(await handlers.clients.create({ params: {}, query: {}, body }, inside))
}

async function newMatter(
  handlers: Handlers,
  lead: BoardLead,
  clientId: number,
  title: string | undefined,
  inside: Context,
) {
  const { practice_area: area, description } = lead
  const byDefault = [area, nameOf(lead)]
    .filter((part) => part !== null)
    .join(': ')
    .slice(0, 255)
  const body = { title: title ?? byDefault, description, case_category: area, client_id: clientId }
  return idOf(await handlers.matters.create({ params: {}, query: {}, body }, inside))
}

function idOf({ data }: { data: RawJson | { id: number } }): number {
  return data instanceof RawJson ? (JSON.parse(data.text) as { id: number }).id : data.id
}

import { bigint } from '@matterbase/db'
import type { Contract, Input } from '@matterbase/schemas'
import { cutText } from '@matterbase/schemas/cut-text'
import { decisionsOn, isDecided } from '../conflicts/decisions.ts'
import { records } from '../../billing/work/record-kinds.ts'
import type { StoredRecord } from '../../core/records/record.ts'
import { changeAndRecord } from '../../core/write/record-events.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { emailKey, findLead, nameOf, requireLeadJson } from './lead.ts'
import type { BoardLead } from './lead.ts'

type NewClient = Input<Contract['clients']['create']>['body']
type NewMatter = Input<Contract['matters']['create']>['body']

interface Conversion {
  readonly id: string
  /** The existing client. Default: the client with the lead's email address, or a new one. */
  readonly clientId?: number | undefined
  /** The title of the matter. Default: practice area and name. */
  readonly title?: string | undefined
}

interface Converted {
  /** The lead as JSON text. */
  readonly json: string
  readonly name: string
  readonly client: StoredRecord
  readonly matter: StoredRecord
  readonly created: boolean
}

/** Converts a lead to a client with a matter. The second of two concurrent requests gets the result of the first. */
export const convertLead = verb({
  allow: ['leads:manage', 'clients:write', 'matters:write'],
  async run(tx, actor, { id, clientId: wanted, title }: Conversion): Promise<Converted> {
    const { sql, workspaceId } = tx
    const { json, lead } = await findLead(tx, id)
    const name = nameOf(lead)
    // A client or matter that was deleted since is created again.
    const before = await madeOf(tx, lead)
    if (before) return { json, name, ...before, created: false }
    if (!isDecided(lead, await decisionsOn(sql, workspaceId, id))) throw conflict(undecided)
    const clientId = wanted ?? (await clientByEmail(tx, lead))
    await requireRecord(tx, 'clients', clientId, 'client_id')
    const client =
      clientId === undefined
        ? await records.clients.create(tx, actor, clientOf(lead))
        : await records.clients.get(sql, workspaceId, clientId)
    const matter = await records.matters.create(tx, actor, matterOf(lead, client.values.id, title))
    await changeAndRecord(
      tx,
      'lead.updated',
      () => requireLeadJson(tx, id),
      () => sql.run`
      UPDATE leads SET status = 'converted', client_id = ${client.values.id}, case_id = ${matter.values.id}, updated_at = ${tx.stamp()}
      WHERE workspace_id = ${workspaceId} AND lead_id = ${id}::text::uuid`,
    )
    return { json: (await findLead(tx, id)).json, name, client, matter, created: true }
  },
  action: 'lead.converted',
  note: (_input, { name, client, matter, created }) =>
    created ? { target: name, details: { client_id: client.values.id, case_id: matter.values.id } } : undefined,
})

const undecided =
  'Check the lead for conflicts of interest and record “No conflict” or “Consent obtained” before you convert it.'

/** The client and matter of a converted lead, unless one of them was deleted. */
async function madeOf({ sql, workspaceId }: Tx, { client_id: clientId, case_id: matterId }: BoardLead) {
  if (clientId === null || matterId === null) return undefined
  const [client] = await records.clients.table.byIds(sql, workspaceId, [clientId])
  const [matter] = await records.matters.table.byIds(sql, workspaceId, [matterId])
  return client && matter && { client, matter }
}

/** The oldest client with the lead's email address; neither can have blanks around it. */
async function clientByEmail({ sql, workspaceId }: Tx, { email }: BoardLead): Promise<number | undefined> {
  const key = emailKey(email)
  if (key === null) return undefined
  const [row] = await sql.rows({ id: bigint })`
    SELECT id FROM clients
    WHERE workspace_id = ${workspaceId} AND lower(email) = ${key} AND deleted_at IS NULL
    ORDER BY id LIMIT 1`
  return row && Number(row.id)
}

function clientOf({ company, email, phone, first_name: first, last_name: last }: BoardLead) {
  const name = [first, last].filter((part) => part?.trim()).join(' ')
  return {
    company_name: company,
    contact_person: cutText(name, 255) || null,
    email,
    phone,
    client_type: company === null ? 'individual' : 'business',
  } satisfies NewClient
}

function matterOf(lead: BoardLead, clientId: number, title: string | undefined) {
  const { practice_area: area, description } = lead
  const byDefault = [area, nameOf(lead)].filter((part) => part !== null).join(': ')
  return {
    title: title ?? cutText(byDefault, 255),
    description,
    case_category: area,
    client_id: clientId,
  } satisfies NewMatter
}

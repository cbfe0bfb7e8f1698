import { documentJson } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { Permission } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { encode, RawJson } from '../../http/answer/raw-json.ts'
import { leadJson } from '../../rest/leads/capture.ts'
import type { WorkspaceDeps } from '../deps.ts'

interface Happened {
  readonly kind: string
  /** JSON text. */
  readonly data: string
}

interface Now {
  readonly now: 'found' | 'gone' | 'hidden'
  /** JSON text. */
  readonly record?: string
}

type Read = (id: number) => Promise<object>

const inputOf = (id: number) => ({ params: { id }, query: {}, body: {} })

/** The record that an event is about, as it is now and as far as the caller may see it. */
export async function recordNow(
  { matters, clients, invoices, webhooks }: WorkspaceDeps['handlers'],
  context: Context,
  { kind, data }: Happened,
): Promise<Now> {
  const { caller, sql } = context
  const was = JSON.parse(data) as Readonly<Record<string, unknown>>
  const sources: Readonly<Record<string, [Permission, unknown, Read]>> = {
    'matter.created': ['matters:read', was['id'], (id) => matters.get(inputOf(id), context)],
    'client.created': ['clients:read', was['id'], (id) => clients.get(inputOf(id), context)],
    'invoice.paid': ['invoices:read', was['invoice_id'], (id) => invoices.get(inputOf(id), context)],
    'ping.test': ['webhooks:write', was['id'], (id) => webhooks.get(inputOf(id), context)],
    'lead.created': ['leads:read', 0, () => lead(sql, caller.workspaceId, String(was['lead_id']))],
    'document.signed': ['documents:read', was['document_id'], (id) => document(sql, caller.workspaceId, id)],
  }
  const source = sources[kind]
  if (!source) return { now: 'gone' }
  const [permission, id, read] = source
  if (!caller.permissions.includes(permission)) return { now: 'hidden' }
  try {
    const answer = await read(Number(id))
    const found = 'data' in answer ? answer.data : undefined
    return { now: 'found', record: found instanceof RawJson ? found.text : encode(found as object) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { now: 'gone' }
    throw error
  }
}

async function lead(sql: Sql, workspaceId: number, id: string) {
  return one(
    await sql.$queryRaw<{ json: string }[]>`
      SELECT ${leadJson} AS json FROM leads WHERE workspace_id = ${workspaceId} AND lead_id = ${id}::text::uuid AND deleted_at IS NULL`,
  )
}

async function document(sql: Sql, workspaceId: number, id: number) {
  return one(
    await sql.$queryRaw<{ json: string }[]>`
      SELECT ${documentJson} AS json FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`,
  )
}

function one([row]: { json: string }[]) {
  if (!row) throw new ApiError('not_found', 'Not found')
  return { data: new RawJson(row.json) }
}

import { isUtf8 } from 'node:buffer'
import { bytes, float, isoText, json, text } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import { clearInbox, createInbox, deleteInbox, findInbox, requireOwnAddress } from '@matterbase/domain'
import type { TestInbox } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { z } from 'zod'
import type { Handlers } from '../../../http/operations/context.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const receivedHeaders = z.array(z.object({ name: z.string(), value: z.string() }))
const receivedColumns = { id: float, received_at: text, headers: json(receivedHeaders), body: bytes }

type ReceivedRow = Row<typeof receivedColumns>

/** A webhook receiver on this server, to see what arrives without a tunnel. */
export const inbox = ({ sealer, allowPrivate, publicUrl }: WorkspaceDeps): Handlers<DashContract['inbox']> => ({
  async get(_input, { caller: { workspaceId }, sql }) {
    const found = await findInbox(sql, workspaceId)
    return found
      ? { inbox: shown(found, publicUrl), requests: (await received(sql, workspaceId, found)).map(readable) }
      : { inbox: null, requests: [] }
  },

  async create(_input, { caller, write }) {
    await requireOwnAddress(publicUrl, allowPrivate)
    return write(async (tx) => {
      const { inbox: made, secret } = await createInbox(tx, caller, { publicUrl, sealer, allowPrivate })
      return { inbox: shown(made, publicUrl), secret }
    })
  },

  clear: (_input, { caller, write }) =>
    write(async (tx) => {
      await clearInbox(tx, caller, {})
      return { success: true as const }
    }),

  delete: (_input, { caller, write }) =>
    write(async (tx) => {
      await deleteInbox(tx, caller, {})
      return { success: true as const }
    }),
})

const shown = ({ token, ...rest }: TestInbox, publicUrl: string) => ({ url: `${publicUrl}/inbox/${token}`, ...rest })

function received(sql: Sql, workspaceId: number, { endpoint_id: id }: TestInbox): Promise<ReceivedRow[]> {
  return sql.rows(receivedColumns)`
    SELECT id::float8 AS id, ${isoText('received_at')} AS received_at, headers, body FROM inbox_requests
    WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} ORDER BY id DESC`
}

function readable({ body, ...rest }: ReceivedRow) {
  const encoding = isUtf8(body) ? ('utf8' as const) : ('base64' as const)
  return { ...rest, body: body.toString(encoding), encoding }
}

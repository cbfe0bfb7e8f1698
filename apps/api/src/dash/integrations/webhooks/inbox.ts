import { isUtf8 } from 'node:buffer'
import { clearInbox, createInbox, deleteInbox, findInbox, listReceived, requireOwnAddress } from '@matterbase/domain'
import type { TestInbox } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import type { WorkspaceDeps } from '../../deps.ts'

/** A webhook receiver on this server, to see what arrives without a tunnel. */
export const inbox = ({ sealer, allowPrivate, publicUrl }: WorkspaceDeps): Handlers<DashContract['inbox']> => ({
  async get(_input, { caller: { workspaceId }, sql }) {
    const found = await findInbox(sql, workspaceId)
    return found
      ? {
          inbox: inboxAnswer(found, publicUrl),
          requests: (await listReceived(sql, workspaceId, found.endpoint_id)).map(readable),
        }
      : { inbox: null, requests: [] }
  },

  async create(_input, { caller, write }) {
    await requireOwnAddress(publicUrl, allowPrivate)
    return write(async (tx) => {
      const { inbox: made, secret } = await createInbox(tx, caller, { publicUrl, sealer, allowPrivate })
      return { inbox: inboxAnswer(made, publicUrl), secret }
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

const inboxAnswer = ({ token, ...rest }: TestInbox, publicUrl: string) => ({
  url: `${publicUrl}/inbox/${token}`,
  ...rest,
})

function readable<T extends { readonly body: Buffer }>({ body, ...rest }: T) {
  const encoding = isUtf8(body) ? ('utf8' as const) : ('base64' as const)
  return { ...rest, body: body.toString(encoding), encoding }
}

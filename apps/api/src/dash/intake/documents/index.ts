import {
  createDocument,
  deleteDocument,
  documentListing,
  findDocument,
  readSignLink,
  renewSignLink,
  revokeSignLink,
} from '@matterbase/domain'
import type { SignLink } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import { RawJson } from '../../../http/answer/raw-json.ts'
import { documentFile } from '../../../records/document-file.ts'
import { listPage } from '../../../records/list.ts'
import type { WorkspaceDeps } from '../../deps.ts'

export const documents = ({ sealer, publicUrl }: WorkspaceDeps): Handlers<DashContract['documents']> => {
  const urlOf = ({ token }: SignLink) => `${publicUrl}/sign/${token}`
  const linkOf = (link: SignLink) => ({ url: urlOf(link), expires_at: link.expiresAt.toISOString() })

  return {
    list({ query }, { caller: { workspaceId }, sql }) {
      const page = { sql, sealer, scope: `lists/${workspaceId}/documents`, member: 'data' as const }
      return listPage(page, query, documentListing(workspaceId))
    },

    create: ({ body }, { caller, write }) =>
      write(async (tx) => {
        const { title, signer_name: signerName, signer_email: signerEmail, case_id: caseId, client_id: clientId } = body
        const document = { title, signerName, signerEmail, caseId, clientId, text: body.text ?? '', sealer }
        const { json, link } = await createDocument(tx, caller, document)
        if (!link) throw new Error('A document has no link')
        return { data: new RawJson(json), url: urlOf(link) }
      }),

    async get({ params: { id } }, { caller: { workspaceId }, sql }) {
      const json = await findDocument({ sql, workspaceId }, id)
      if (json === undefined) throw notFound()
      return { data: new RawJson(json) }
    },

    file: documentFile(sealer),

    remove: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => {
        await deleteDocument(tx, caller, id)
        return { success: true as const }
      }),

    async link({ params: { id } }, { caller, sql }) {
      const { link } = await readSignLink({ sql }, caller, { id, sealer })
      return link ? linkOf(link) : { url: null, expires_at: null }
    },

    renewLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => linkOf(await renewSignLink(tx, caller, { id, sealer }))),

    revokeLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => {
        await revokeSignLink(tx, caller, id)
        return { success: true as const }
      }),
  }
}

import { Prisma } from '@matterbase/db'
import {
  addDocument,
  documentDetailsJson,
  findDocument,
  findSignLink,
  renewSignLink,
  revokeSignLink,
  setDocumentContent,
} from '@matterbase/domain'
import type { SignLink } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../rest/crud/list.ts'
import { audit } from '../audit/audit-log.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { requireUser } from '../session/require-user.ts'

const filters = ['status', 'case_id', 'client_id'] as const

export const documents = ({ sealer, publicUrl }: WorkspaceDeps): Handlers<DashContract['documents']> => {
  const urlOf = ({ token }: SignLink) => `${publicUrl}/sign/${token}`
  const linkOf = (link: SignLink) => ({ url: urlOf(link), expires_at: link.expiresAt.toISOString() })

  return {
    list({ query }, { caller: { workspaceId }, sql }) {
      const page = { sql, sealer, scope: `lists/${workspaceId}/documents`, member: 'data' as const }
      return listPage(page, query, (wanted) => ({
        table: Prisma.sql`documents`,
        json: documentDetailsJson,
        id: 'document_id',
        idType: 'bigint',
        sort: '-document_id',
        conditions: [
          Prisma.sql`workspace_id = ${workspaceId}`,
          ...filters
            .filter((name) => wanted[name] !== undefined)
            .map((name) => Prisma.sql`${Prisma.raw(name)} = ${wanted[name]}`),
        ],
      }))
    },

    create: ({ body }, { caller, write }) =>
      write(async (tx) => {
        const { title, signer_name: signerName, signer_email: signerEmail, case_id: caseId, client_id: clientId } = body
        const createdBy = requireUser(caller).email
        const id = await addDocument(tx, { title, signerName, signerEmail, caseId, clientId, createdBy })
        const bytes = new TextEncoder().encode(body.text ?? '')
        if (bytes.length > 0) await setDocumentContent(tx, id, { mediaType: 'text/plain', bytes })
        const link = await renewSignLink(tx, sealer, id)
        const json = await findDocument(tx, id)
        if (!link || json === undefined) throw new Error('A document was not written')
        await audit(tx.sql, caller, {
          action: 'document.sent',
          target: title,
          details: { document_id: id, signerEmail },
        })
        return { data: new RawJson(json), url: urlOf(link) }
      }),

    async get({ params: { id } }, { caller: { workspaceId }, sql }) {
      const json = await findDocument({ sql, workspaceId }, id)
      if (json === undefined) throw notFound()
      return { data: new RawJson(json) }
    },

    async link({ params: { id } }, { caller: { workspaceId }, sql }) {
      const link = await findSignLink(sql, sealer, workspaceId, id)
      if (link === undefined) throw notFound()
      return link ? linkOf(link) : { url: null, expires_at: null }
    },

    renewLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => {
        const link = await renewSignLink(tx, sealer, id)
        if (!link) throw notFound()
        await audit(tx.sql, caller, { action: 'document.link_renewed', target: `document ${id}` })
        return linkOf(link)
      }),

    revokeLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => {
        if (!(await revokeSignLink(tx, id))) throw notFound()
        await audit(tx.sql, caller, { action: 'document.link_ended', target: `document ${id}` })
        return { success: true as const }
      }),
  }
}

import { Prisma } from '@matterbase/db'
import { readable } from '../../core/records/lists/readable.ts'

/** The documents of a workspace, as the API lists them. A deleted document has only its ID. */
export const documentReads = readable({
  path: 'documents',
  noun: 'document',
  table: Prisma.sql`(
    SELECT workspace_id, document_id AS id, NULL::text AS external_id, title, case_id, client_id, status, signer_name, signer_email,
           created_at AS sent_at, viewed_at, signed_at, declined_at, decline_reason, media_type, sha256, created_at,
           coalesce(updated_at, created_at) AS updated_at, NULL::timestamptz AS deleted_at
    FROM documents
    UNION ALL
    SELECT workspace_id, document_id, NULL, '', NULL, NULL, '', '', '', deleted_at, NULL, NULL, NULL, NULL, NULL, NULL, deleted_at,
           deleted_at, deleted_at
    FROM deleted_documents) AS documents`,
  columns: {
    id: 'plain',
    title: 'plain',
    case_id: 'plain',
    client_id: 'plain',
    status: 'plain',
    signer_name: 'plain',
    signer_email: 'plain',
    sent_at: 'timestamp',
    viewed_at: 'timestamp',
    signed_at: 'timestamp',
    declined_at: 'timestamp',
    decline_reason: 'plain',
    media_type: 'plain',
    sha256: 'hex',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  filters: () => ({
    ids: Prisma.sql`id`,
    status: Prisma.sql`status`,
    case_id: Prisma.sql`case_id`,
    client_id: Prisma.sql`client_id`,
  }),
})

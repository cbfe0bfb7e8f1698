import { createHash } from 'node:crypto'
import { bytes, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { requireRoom } from '../../core/storage/storage-quota.ts'
import { verb } from '../../core/verbs/verb.ts'
import type { Image } from './image.ts'

/** Sets or removes the logo of the firm. Issued invoices keep their logo. */
export const setLogo = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, { ownerUuid }, image: Image | null): Promise<string | null> {
    const hash = image && new Uint8Array(createHash('sha256').update(image.content).digest())
    if (image && hash)
      await sql.run`
        INSERT INTO firm_logos (workspace_id, sha256, media_type, content, width, height)
        VALUES (${workspaceId}, ${hash}, ${image.mediaType}, ${image.content}, ${image.width}, ${image.height}) ON CONFLICT DO NOTHING`
    await sql.run`
      INSERT INTO firm_profiles (workspace_id, logo) VALUES (${workspaceId}, ${hash})
      ON CONFLICT (workspace_id) DO UPDATE SET logo = excluded.logo`
    await deleteUnusedLogos(sql, workspaceId)
    if (image) await requireRoom(sql, ownerUuid)
    return hash && Buffer.from(hash).toString('hex')
  },
  action: 'firm.updated',
  note: () => ({ target: 'firm', details: { fields: ['logo'] } }),
})

/** Deletes logos that neither the firm nor an issued invoice or credit note has. */
const deleteUnusedLogos = (sql: Sql, workspaceId: number) =>
  sql.run`
    DELETE FROM firm_logos WHERE workspace_id = ${workspaceId}
      AND sha256 IS DISTINCT FROM (SELECT logo FROM firm_profiles WHERE workspace_id = ${workspaceId})
      AND NOT EXISTS (SELECT FROM invoices WHERE invoices.workspace_id = ${workspaceId}
                      AND frozen #>> '{seller,logo}' = encode(sha256, 'hex'))
      AND NOT EXISTS (SELECT FROM credit_notes WHERE credit_notes.workspace_id = ${workspaceId}
                      AND frozen #>> '{seller,logo}' = encode(sha256, 'hex'))`

/** The firm's logo as it is now. */
export async function findLogo(sql: Sql, workspaceId: number) {
  const [logo] = await sql.rows({ media_type: text, content: bytes })`
    SELECT media_type, content FROM firm_logos JOIN firm_profiles USING (workspace_id)
    WHERE workspace_id = ${workspaceId} AND sha256 = logo`
  return logo
}

/** A logo that the firm has or had, by its SHA-256 in hex. */
export async function findLogoOf(sql: Sql, workspaceId: number, sha256: string): Promise<Uint8Array | null> {
  const [logo] = await sql.rows({ content: bytes })`
    SELECT content FROM firm_logos WHERE workspace_id = ${workspaceId} AND sha256 = decode(${sha256}, 'hex')`
  return logo?.content ?? null
}

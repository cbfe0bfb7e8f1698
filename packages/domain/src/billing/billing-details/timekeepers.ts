import { oneOf, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { timekeeperClasses } from '@matterbase/schemas'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

/** The members of an account as the LEDES files of a workspace call them. */
export const listTimekeepers = (sql: Sql, workspaceId: number, ownerUuid: string) =>
  sql.rows({
    user_id: text,
    name: text,
    timekeeper_id: orNull(text),
    classification: orNull(oneOf(timekeeperClasses)),
  })`
    SELECT member.id::text AS user_id, name, timekeeper_id, classification
    FROM memberships JOIN users AS member ON member.id = memberships.user_id
    LEFT JOIN timekeepers ON timekeepers.workspace_id = ${workspaceId} AND timekeepers.user_id = member.id
    WHERE owner_uuid = ${ownerUuid}::text::uuid ORDER BY name, member.id`

interface Timekeeper {
  readonly user_id: string
  readonly timekeeper_id?: string | null | undefined
  readonly classification?: (typeof timekeeperClasses)[number] | null | undefined
}

export const setTimekeeper = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, { ownerUuid }, { user_id: user, timekeeper_id: id, classification }: Timekeeper) {
    const before = (await listTimekeepers(sql, workspaceId, ownerUuid)).find((member) => member.user_id === user)
    if (!before) throw notFound('This person is not a member of your account. Reload the page.')
    const next = {
      id: id === undefined ? before.timekeeper_id : id,
      classification: classification === undefined ? before.classification : classification,
    }
    await sql.run`
      INSERT INTO timekeepers (workspace_id, user_id, timekeeper_id, classification)
      VALUES (${workspaceId}, ${user}::text::uuid, ${next.id}, ${next.classification})
      ON CONFLICT (workspace_id, user_id) DO UPDATE SET timekeeper_id = excluded.timekeeper_id, classification = excluded.classification`
    await sql.run`
      UPDATE memberships SET updated_at = now() WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${user}::text::uuid`
  },
  action: 'timekeeper.set',
  note: ({ user_id: user }) => ({ target: `member ${user}` }),
})

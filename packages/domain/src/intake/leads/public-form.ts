import { bool, int, text, texts } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { joinFirm, letterhead, letterheadColumns } from '../../billing/firm/letterhead.ts'

const publicFormColumns = {
  workspace_id: int,
  slug: text,
  title: text,
  introduction: text,
  practice_areas: texts,
  is_open: bool,
  ...letterheadColumns,
  is_test: bool,
  owner_uuid: text,
}

/** An intake form with the details of its firm. */
export type PublicForm = Row<typeof publicFormColumns>

/** Finds the intake form of an open account by its slug. */
export async function findPublicForm(sql: Sql, slug: string): Promise<PublicForm | undefined> {
  const [form] = await sql.rows(publicFormColumns)`
    SELECT form.workspace_id, slug, title, introduction, practice_areas, is_open, ${letterhead},
           workspace.environment = 'test' AS is_test, account.owner_uuid::text
    FROM intake_forms AS form
    JOIN workspaces AS workspace ON workspace.id = form.workspace_id
    JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid ${joinFirm}
    WHERE slug = ${slug.replaceAll('\0', '')} AND account.closed_at IS NULL`
  return form
}

import { bool, text, texts } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

const intakeFormColumns = {
  /** Where it is: no two workspaces have the same. */
  slug: text,
  title: text,
  introduction: text,
  practice_areas: texts,
  is_open: bool,
}

export type IntakeForm = Row<typeof intakeFormColumns>

/** The public form that creates leads. */
export async function findIntakeForm(sql: Sql, workspaceId: number): Promise<IntakeForm | undefined> {
  const [form] = await sql.rows(intakeFormColumns)`
    SELECT slug, title, introduction, practice_areas, is_open FROM intake_forms WHERE workspace_id = ${workspaceId}`
  return form
}

export const saveIntakeForm = verb({
  allow: ['leads:manage'],
  async run({ sql, workspaceId }, _actor, form: IntakeForm): Promise<IntakeForm> {
    const { slug, title, introduction, practice_areas: areas, is_open: isOpen } = form
    await sql.run`
      INSERT INTO intake_forms (workspace_id, slug, title, introduction, practice_areas, is_open)
      VALUES (${workspaceId}, ${slug}, ${title}, ${introduction}, ${areas}, ${isOpen})
      ON CONFLICT (workspace_id) DO UPDATE SET slug = excluded.slug, title = excluded.title,
        introduction = excluded.introduction, practice_areas = excluded.practice_areas, is_open = excluded.is_open`.catch(
      // The slug is another workspace's.
      (error: { code?: string }) => {
        throw error.code === '23505' ? invalid('slug', 'taken', 'is taken. Choose another one') : error
      },
    )
    return form
  },
  action: 'intake_form.saved',
  note: ({ slug, is_open }) => ({ target: slug, details: { is_open } }),
})

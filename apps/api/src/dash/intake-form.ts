import type { Sql } from '@matterbase/db'
import type { DashContract } from '@matterbase/schemas'
import { validationFailed } from '../http/errors/api-error.ts'
import type { Handlers } from '../http/operations/context.ts'
import { audit } from './audit/audit-log.ts'
import type { WorkspaceDeps } from './deps.ts'

interface Form {
  readonly slug: string
  readonly title: string
  readonly introduction: string
  readonly practice_areas: string[]
  readonly is_open: boolean
}

export const intakeForm = ({ publicUrl }: WorkspaceDeps): Handlers<DashContract['intakeForm']> => {
  async function read(sql: Sql, workspaceId: number) {
    const [form] = await sql.$queryRaw<Form[]>`
      SELECT slug, title, introduction, practice_areas, is_open FROM intake_forms WHERE workspace_id = ${workspaceId}`
    return { data: form ? { ...form, url: `${publicUrl}/intake/${form.slug}` } : null }
  }

  return {
    get: (_input, { caller, sql }) => read(sql, caller.workspaceId),

    put: ({ body }, { caller, write }) =>
      write(async (tx) => {
        const { slug, title, introduction, practice_areas: areas, is_open: isOpen } = body
        await tx.sql.$executeRaw`
          INSERT INTO intake_forms (workspace_id, slug, title, introduction, practice_areas, is_open)
          VALUES (${tx.workspaceId}, ${slug}, ${title}, ${introduction}, ${areas}, ${isOpen})
          ON CONFLICT (workspace_id) DO UPDATE SET slug = excluded.slug, title = excluded.title,
            introduction = excluded.introduction, practice_areas = excluded.practice_areas, is_open = excluded.is_open`.catch(
          // The slug is another workspace's.
          (error: { code?: string }) => {
            throw error.code === '23505' ? taken() : error
          },
        )
        await audit(tx.sql, caller, { action: 'intake_form.saved', target: slug, details: { is_open: isOpen } })
        return read(tx.sql, tx.workspaceId)
      }),
  }
}

const taken = () => validationFailed([{ field: 'slug', code: 'taken', message: 'is taken, choose another one' }])

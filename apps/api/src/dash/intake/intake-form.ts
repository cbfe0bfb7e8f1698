import { findIntakeForm, saveIntakeForm } from '@matterbase/domain'
import type { IntakeForm } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import type { WorkspaceDeps } from '../deps.ts'

export const intakeForm = ({ publicUrl }: WorkspaceDeps): Handlers<DashContract['intakeForm']> => {
  const answerOf = (form: IntakeForm | undefined) => ({
    data: form ? { ...form, url: `${publicUrl}/intake/${form.slug}` } : null,
  })
  return {
    get: async (_input, { caller, sql }) => answerOf(await findIntakeForm(sql, caller.workspaceId)),

    put: ({ body }, { caller, write }) => write(async (tx) => answerOf(await saveIntakeForm(tx, caller, body))),
  }
}

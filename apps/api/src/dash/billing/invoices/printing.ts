import { paperProblems } from '@matterbase/domain/einvoice'
import type { DashContract } from '@matterbase/schemas'
import { findPrinted } from '../../../drawing/find-printed.ts'
import { unknownLetters } from '../../../drawing/printable.ts'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'

const mostLetters = 50

export const printing: Handlers<DashContract['printing']> = {
  async check({ params: { id } }, { caller: { workspaceId }, sql }) {
    const printed = await findPrinted(sql, workspaceId, id)
    if (!printed) throw notFound()
    const { invoice } = printed
    return {
      unknown_letters: unknownLetters(invoice).slice(0, mostLetters),
      problems: [...paperProblems(invoice)],
    }
  },
}

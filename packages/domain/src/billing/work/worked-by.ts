import type { Actor } from '../../core/verbs/actor.ts'
import type { Values } from '../../core/records/record.ts'

/** The default member of new work: the signed-in user, or the member that the API key acts for. */
export const workedBy = ({ by }: Actor): Values => {
  if (by.kind === 'user') return { user_id: by.id }
  return by.kind === 'key' && by.actsFor ? { user_id: by.actsFor } : {}
}

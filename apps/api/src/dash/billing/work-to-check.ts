import { settleWorkToCheck } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const workToCheck: Handlers<DashContract['workToCheck']> = {
  settle: ({ body }, { caller, write }) => write((tx) => settleWorkToCheck(tx, caller, body)),
}

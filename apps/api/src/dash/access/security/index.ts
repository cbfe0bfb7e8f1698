import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import type { DashDeps } from '../../deps.ts'
import { passwordHandlers } from './password.ts'
import { sessionHandlers } from './sessions.ts'
import { totpHandlers } from './totp.ts'

export const security = (deps: DashDeps): Handlers<AccountContract['security']> => ({
  ...passwordHandlers(deps),
  ...sessionHandlers(deps),
  ...totpHandlers(deps),
})

import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../http/context.ts'
import type { DashDeps } from './index.ts'

export const audit = (_deps: DashDeps): Handlers<AccountContract['audit']> => ({})

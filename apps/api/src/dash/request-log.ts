import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../http/context.ts'
import type { DashDeps } from './index.ts'

export const requestLog = (_deps: DashDeps): Handlers<DashContract['requestLog']> => ({})

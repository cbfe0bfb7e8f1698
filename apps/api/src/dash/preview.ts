import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../http/context.ts'
import type { DashDeps } from './index.ts'

export const preview = (_deps: DashDeps): Handlers<DashContract['preview']> => ({})

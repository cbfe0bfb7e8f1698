import type { DashResource } from './operation.ts'

export const preview = {} as const satisfies DashResource

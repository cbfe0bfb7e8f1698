import type { DashResource } from './operation.ts'

export const keys = {} as const satisfies DashResource

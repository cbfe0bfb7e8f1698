import type { DashResource } from './operation.ts'

export const timer = {} as const satisfies DashResource

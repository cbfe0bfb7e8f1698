import type { DashResource } from './operation.ts'

export const requestLog = {} as const satisfies DashResource

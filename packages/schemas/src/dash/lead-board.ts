import type { DashResource } from './operation.ts'

export const leadBoard = {} as const satisfies DashResource

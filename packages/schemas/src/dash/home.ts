import type { DashResource } from './operation.ts'

export const home = {} as const satisfies DashResource

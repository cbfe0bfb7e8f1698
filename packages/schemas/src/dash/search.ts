import type { DashResource } from './operation.ts'

export const search = {} as const satisfies DashResource

import type { DashResource } from './operation.ts'

export const audit = {} as const satisfies DashResource

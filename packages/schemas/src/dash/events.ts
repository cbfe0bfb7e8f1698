import type { DashResource } from './operation.ts'

export const events = {} as const satisfies DashResource

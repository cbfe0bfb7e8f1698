import type { DashResource } from './operation.ts'

export const deliveries = {} as const satisfies DashResource

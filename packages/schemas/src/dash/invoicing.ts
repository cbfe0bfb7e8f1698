import type { DashResource } from './operation.ts'

export const invoicing = {} as const satisfies DashResource

import type { DashResource } from './operation.ts'

export const members = {} as const satisfies DashResource

import type { DashResource } from './operation.ts'

export const inbox = {} as const satisfies DashResource

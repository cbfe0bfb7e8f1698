import type { DashResource } from './operation.ts'

export const security = {} as const satisfies DashResource

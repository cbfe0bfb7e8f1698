import type { DashResource } from './operation.ts'

export const documents = {} as const satisfies DashResource

import type { DashResource } from './operation.ts'

export const sampleData = {} as const satisfies DashResource

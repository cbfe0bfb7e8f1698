import type { DashResource } from './operation.ts'

export const intakeForm = {} as const satisfies DashResource

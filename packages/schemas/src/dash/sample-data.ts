import { z } from 'zod'
import type { DashResource } from './operation.ts'

export const sampleData = {
  reset: {
    method: 'post',
    path: '/sample-data/reset',
    operationId: 'resetSampleData',
    summary: 'Delete the practice of the test workspace and put the sample data in its place; never in live',
    scope: 'settings:write',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource

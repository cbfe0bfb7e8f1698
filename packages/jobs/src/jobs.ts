import { z } from 'zod'

/** Every queue and what its jobs carry: ids only, because job data is stored in clear text. */
export const jobs = {
  'wh-send': z.object({
    workspaceId: z.int(),
    /** The row of webhook_deliveries. */
    deliveryId: z.string().regex(/^\d+$/),
    /** The lease the job was made for: without it the job does nothing. */
    leaseId: z.uuid(),
  }),
} as const

export type QueueName = keyof typeof jobs
export type JobData<N extends QueueName> = z.infer<(typeof jobs)[N]>
export type SendJob = JobData<'wh-send'>

import type { Job, QueueOptions, WorkerOptions } from 'bullmq'
import type { NewJob, WorkOptions } from './backend.ts'
import { jobs } from './jobs.ts'
import type { JobData, QueueName } from './jobs.ts'

/** Retries are rows with a time, so a job runs once and leaves no entry. BullMQ's event log has no reader. */
export const queueOptions = {
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  streams: { events: { maxLen: 100 } },
} satisfies Partial<QueueOptions>

/** The leases in PostgreSQL make a job that runs twice harmless, so a stalled one may always run again. */
export function workerOptions({ concurrency }: WorkOptions) {
  return {
    concurrency,
    lockDuration: 30_000,
    stalledInterval: 10_000,
    maxStalledCount: 10,
    drainDelay: 5,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  } satisfies Partial<WorkerOptions>
}

export function toBulk<N extends QueueName>(queue: N, list: readonly NewJob<N>[]) {
  return list.map(({ id, data }) => ({ name: queue, data, opts: { jobId: id } }))
}

export function toProcessor<N extends QueueName>(queue: N, handler: (data: JobData<N>) => Promise<void>) {
  const payload = jobs[queue]
  return async ({ data }: Job<unknown>) => handler(payload.parse(data))
}

import type { JobData, QueueName } from './jobs.ts'

export interface NewJob<N extends QueueName> {
  /** Unique among the jobs in flight; no colon, not all digits. */
  id: string
  data: JobData<N>
}

export interface JobWorker {
  /** Fetches no more jobs, and resolves after the jobs in flight. */
  close(): Promise<void>
}

export interface WorkOptions {
  concurrency: number
}

/** Where jobs wait. PostgreSQL's tables decide what is to be sent; this may be lost whole. */
export interface JobBackend {
  readonly name: 'postgres' | 'redis'
  /** @throws within a few seconds when the backend cannot take them; then none or some of them are there. */
  add<N extends QueueName>(queue: N, jobs: readonly NewJob<N>[]): Promise<void>
  /** Calls `handler` once for each job, or again after a crash. An error of the handler is reported and not retried. */
  work<N extends QueueName>(queue: N, handler: (data: JobData<N>) => Promise<void>, options: WorkOptions): JobWorker
  /** @throws when the backend does not answer. */
  ping(): Promise<void>
  /** True if jobs may have been lost: until `markComplete`, and again after a loss of data. */
  hasLostJobs(): Promise<boolean>
  markComplete(): Promise<void>
  close(): Promise<void>
}

/** Told of what has no caller to throw to: lost connections, jobs that failed. */
export type OnError = (error: Error) => void

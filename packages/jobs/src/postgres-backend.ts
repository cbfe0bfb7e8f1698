import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq'
import { Client } from 'pg'
import type { JobBackend, JobWorker, OnError } from './backend.ts'
import { queueOptions, toBulk, toProcessor, workerOptions } from './bullmq.ts'
import type { QueueName } from './jobs.ts'

export interface PostgresBackendOptions {
  /** A PostgreSQL connection string. */
  url: string
  onError: OnError
}

/** BullMQ's tables are in a schema of their own, next to the product's. */
const schema = 'bullmq'

/** Opens the queues on PostgreSQL, and makes their tables on the first start. */
export async function openPostgresBackend({ url, onError }: PostgresBackendOptions): Promise<JobBackend> {
  await migrateQueues(url)
  const connection = (max: number) => ({
    connectionString: url,
    schema,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const create = (name: QueueName) => {
    const queue = new Queue(name, { connection: connection(2), ...queueOptions }, createPostgresBackend)
    return queue.on('error', onError)
  }
  const queues = new Map<QueueName, ReturnType<typeof create>>()
  const open = (name: QueueName) => {
    const queue = queues.get(name) ?? create(name)
    queues.set(name, queue)
    return queue
  }
  return {
    name: 'postgres',
    async add(name, list) {
      await open(name).addBulk(toBulk(name, list))
    },
    work: (name, handler, options): JobWorker => {
      const worker = new Worker(
        name,
        toProcessor(name, handler),
        { connection: connection(6), ...workerOptions(options) },
        createPostgresBackend,
      )
      worker.on('error', onError).on('failed', (_job, error) => onError(error))
      return worker
    },
    async ping() {
      await open('wh-send').getJobCounts('wait')
    },
    // Jobs and deliveries live and die together here.
    hasLostJobs: () => Promise.resolve(false),
    markComplete: () => Promise.resolve(),
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}

async function migrateQueues(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    await client.end()
  }
}

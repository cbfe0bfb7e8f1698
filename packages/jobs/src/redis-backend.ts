import { Queue, Worker } from 'bullmq'
import type { JobBackend, JobWorker, OnError } from './backend.ts'
import { queueOptions, toBulk, toProcessor, workerOptions } from './bullmq.ts'
import type { QueueName } from './jobs.ts'
import { connectRedis, whenReady } from './redis.ts'

export interface RedisBackendOptions {
  /** See `readRedisUrl`. */
  url: string
  onError: OnError
  /** In front of every key; the braces keep a queue's keys on one node of a cluster. Default `{wh}`. */
  prefix: string
}

/** Opens the queues on Redis or a Redis Cluster. */
export async function openRedisBackend({ url, onError, prefix }: RedisBackendOptions): Promise<JobBackend> {
  const connections = await connectRedis({ url, onError })
  const control = await whenReady(connections.open())
  const epoch = `${prefix}:epoch`
  const create = (name: QueueName) => {
    const queue = new Queue(name, { connection: control, prefix, ...queueOptions })
    return queue.on('error', onError)
  }
  const queues = new Map<QueueName, Queue>()
  const open = (name: QueueName) => {
    const queue = queues.get(name) ?? create(name)
    queues.set(name, queue)
    return queue
  }
  return {
    name: 'redis',
    async add(name, list) {
      await open(name).addBulk(toBulk(name, list))
    },
    work: (name, handler, options): JobWorker => {
      const connection = connections.openPatient()
      const worker = new Worker(name, toProcessor(name, handler), { connection, prefix, ...workerOptions(options) })
      worker.on('error', onError).on('failed', (_job, error) => onError(error))
      return {
        async close() {
          await worker.close()
          connection.disconnect()
        },
      }
    },
    async ping() {
      await control.ping()
    },
    async hasLostJobs() {
      return (await control.exists(epoch)) === 0
    },
    async markComplete() {
      await control.set(epoch, new Date().toISOString(), 'NX')
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      control.disconnect()
    },
  }
}

// Sends requests to one system for a while; a process of its own, started by ../speed.ts.
import autocannon from 'autocannon'
import { Pool } from 'undici'
import { atRate, quantile } from '../steady.ts'
import { beyondFloor, works } from './works.ts'
import type { Room } from './works.ts'

export interface LoadOrder {
  baseUrl: string
  rooms: readonly Room[]
  work: string
  seconds: number
  /** How many requests there are, however long they take, instead of `seconds`. */
  amount?: number
  connections: number
  /** Requests a second; as many as there can be when it is absent. */
  rate?: number
}

export interface Load {
  done: number
  errors: number
  seconds: number
  p50: number
  p99: number
}

/** Makes the next request of an order, by workspace in turn. */
function requestsOf({ baseUrl, rooms, work }: LoadOrder) {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname === '/' ? '' : pathname
  const make = { ...works, ...beyondFloor }[work]
  if (!make) throw new Error(`There is no work ${work}`)
  const run = `${process.pid}-${Date.now()}`
  let next = 0
  return {
    origin,
    following() {
      const room = rooms[next % rooms.length]
      if (!room) throw new Error('There is no workspace to send requests to')
      const { method, path, headers: more, body } = make(room, `${run}-${next++}`)
      const headers = { authorization: room.authorization, 'content-type': 'application/json', ...more }
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      return { method: method as 'GET', path: base + path, headers, ...(text && { body: text }) }
    },
  }
}

/** As many as there can be: each connection sends its next request when it has the answer. */
async function sendAll(order: LoadOrder): Promise<Load> {
  const { origin, following } = requestsOf(order)
  const result = await autocannon({
    url: origin,
    connections: order.connections,
    ...(order.amount ? { amount: order.amount } : { duration: order.seconds }),
    requests: [{ setupRequest: (request) => ({ ...request, ...following() }) }],
  })
  return {
    // What is unchanged since it was asked for is an answer, too.
    done: result['2xx'] + result['3xx'],
    errors: result.non2xx - result['3xx'] + result.errors + result.timeouts,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** So many a second, evenly, whether or not the earlier ones are answered (autocannon sends a second's worth at once). */
async function sendEvenly(order: LoadOrder, rate: number): Promise<Load> {
  const { origin, following } = requestsOf(order)
  const pool = new Pool(origin, { connections: order.connections })
  const times: number[] = []
  let errors = 0
  await atRate(rate, Math.ceil(rate * order.seconds), async () => {
    const sentAt = performance.now()
    const isOk = await pool.request(following()).then(
      async ({ statusCode, body }) => {
        await body.arrayBuffer()
        return statusCode < 400
      },
      () => false,
    )
    if (isOk) times.push(performance.now() - sentAt)
    else errors++
  })
  await pool.close()
  return { done: times.length, errors, seconds: order.seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

process.on('message', (order: LoadOrder) => {
  const sending = order.rate === undefined ? sendAll(order) : sendEvenly(order, order.rate)
  void sending.then((load) => process.send?.(load))
})

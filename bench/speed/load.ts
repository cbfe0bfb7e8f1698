// Sends requests to one system for a while; a process of its own, started by ../speed.ts.
import autocannon from 'autocannon'
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

async function send({ baseUrl, rooms, work, seconds, amount, connections, rate }: LoadOrder): Promise<Load> {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname === '/' ? '' : pathname
  const make = { ...works, ...beyondFloor }[work]
  if (!make) throw new Error(`There is no work ${work}`)
  const run = `${process.pid}-${Date.now()}`
  let next = 0
  const result = await autocannon({
    url: origin,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    ...(rate && { overallRate: rate }),
    requests: [
      {
        setupRequest(request) {
          const room = rooms[next % rooms.length]
          if (!room) return request
          const { method, path, headers: more, body } = make(room, `${run}-${next++}`)
          const headers = { authorization: room.authorization, 'content-type': 'application/json', ...more }
          const text = typeof body === 'object' ? JSON.stringify(body) : body
          return { ...request, method: method as 'GET', path: base + path, headers, ...(text && { body: text }) }
        },
      },
    ],
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

process.on('message', (order: LoadOrder) => void send(order).then((load) => process.send?.(load)))

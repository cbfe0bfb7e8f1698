// The floor of the webhook benchmarks, a process of its own: the bare loop that anybody would write
// who has the events in memory and nothing to lose. It builds each body, signs it as the product does
// (X-Service-Signature and webhook-signature), POSTs it over kept connections and reads the answer.
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import type { FloorOrder } from './children.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as FloorOrder
const { origin, paths, perEndpoint, count, data, client } = order
const agent = new Agent({ pipelining: 1 })
const whole = createSecretKey(Buffer.from(order.secret, 'utf8'))
const decoded = createSecretKey(Buffer.from(order.secret.replace(/^whsec_/, ''), 'base64'))

function toMessage(attempt: number) {
  const [deliveryId, eventId, now] = [randomUUID(), randomUUID(), new Date()]
  const head = JSON.stringify({ event: 'matter.created', delivery_id: deliveryId, timestamp: now.toISOString() })
  const tail = JSON.stringify({ event_id: eventId, created_at: now.toISOString(), attempt, environment: 'live' })
  const body = Buffer.from(`${head.slice(0, -1)},"data":${data},${tail.slice(1)}`)
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const standard = createHmac('sha256', decoded).update(`${eventId}.${seconds}.`).update(body).digest('base64')
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Matterbase-Webhooks/1',
    'X-Service-Event': 'matter.created',
    'X-Service-Delivery': deliveryId,
    'X-Service-Event-Id': eventId,
    'X-Service-Signature': `sha256=${createHmac('sha256', whole).update(body).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${standard}`,
  }
  return { method: 'POST', headers, body } as const
}

async function send(path: string): Promise<void> {
  const message = toMessage(1)
  if (client === 'fetch') {
    await (await fetch(origin + path, message)).text()
    return
  }
  const { body } = await agent.request({ origin, path, ...message })
  await body.text()
}

let next = 0
const loop = async (path: string) => {
  while (next++ < count) await send(path)
}
await Promise.all(paths.flatMap((path) => Array.from({ length: perEndpoint }, () => loop(path))))
await agent.close()

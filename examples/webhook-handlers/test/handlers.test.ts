import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fixtures, signedRequest } from '@matterbase/sdk/testing'

import { POST } from '../src/app/hooks/route.ts'
import { app as express } from '../src/express.ts'
import { app as fastify } from '../src/fastify.ts'
import { app as hono } from '../src/hono.ts'
import { server as nodeHttp } from '../src/node-http.ts'
import worker from '../src/worker.ts'

const secret = 'whsec_dGVzdA=='
const said = vi.spyOn(console, 'log').mockReturnValue()
beforeEach(() => {
  vi.stubEnv('WEBHOOK_SECRET', secret)
  said.mockClear()
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** Delivers over a socket to what listens there. */
const over = (server: Server) => async (request: Request) => {
  servers.push(server)
  if (!server.listening) await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  return fetch(new Request(`http://127.0.0.1:${port}/hooks`, request))
}

const listener = getRequestListener(hono.fetch)
const ways: [string, () => Promise<(request: Request) => Response | Promise<Response>>][] = [
  ['node:http', async () => over(nodeHttp)],
  ['Express', async () => over(createServer(express))],
  [
    'Fastify',
    async () => {
      await fastify.ready()
      return over(fastify.server)
    },
  ],
  ['Hono', async () => over(createServer((request, response) => void listener(request, response)))],
  ['Next.js', async () => POST],
  ['a Worker', async () => (request) => worker.fetch(request, { WEBHOOK_SECRET: secret })],
]

describe.each(ways)('the handler in %s', (_name, start) => {
  it('deals with a signed event and refuses any other', async () => {
    const deliver = await start()
    const data = fixtures.matter({ title: 'Moss v. Fern ⚖' })
    const genuine = await deliver(await signedRequest({ event: 'matter.created', data, secret }))
    expect([genuine.status, await genuine.text()]).toEqual([200, 'ok'])
    const forged = await deliver(await signedRequest({ event: 'matter.created', data, secret: 'whsec_other' }))
    expect([forged.status, await forged.text()]).toEqual([401, 'signature_mismatch'])
    expect(said.mock.calls).toEqual([['Opened: Moss v. Fern ⚖']])
  })
})

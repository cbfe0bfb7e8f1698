import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { onPath, packedProject, type PackedProject, root, run } from './packed.ts'

// One program for all runtimes: what it finds out is what it returns.
const program = `
import { Matterbase, NotFoundError, TimeoutError } from '@matterbase/sdk'
import { constructEvent, createWebHandler } from '@matterbase/sdk/webhooks'
import { signedRequest } from '@matterbase/sdk/testing'

export async function check(baseUrl) {
  const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl })
  const { id, agent } = await mb.matters.get(7)
  const missing = await mb.matters.get(404).catch((error) => error instanceof NotFoundError && error.requestId)
  const stalled = await mb.matters.get(408, { timeout: 200, maxRetries: 0 }).catch((error) => error instanceof TimeoutError)
  const aborted = await mb.matters.get(408, { signal: AbortSignal.timeout(50) }).catch((error) => error.name)
  const titles = []
  for await (const { title } of mb.matters.list({ limit: 2 })) titles.push(title)
  const secret = 'whsec_dGVzdA=='
  const request = await signedRequest({ event: 'ping.test', secret })
  const { event } = await constructEvent(await request.clone().text(), request.headers, secret)
  const receive = createWebHandler({ secret, on: {}, onError() {} })
  const statuses = [(await receive(request)).status, (await receive(await signedRequest({ event: 'ping.test', secret: 'whsec_b3RoZXI=' }))).status]
  return { id, agent: agent.split('/')[0], missing, stalled, aborted, titles, event, statuses }
}
`
const expected = {
  id: 7,
  agent: 'matterbase-sdk',
  missing: 'req_1',
  stalled: true,
  aborted: 'AbortError',
  titles: ['a', 'b', 'c'],
  event: 'ping.test',
  statuses: [200, 401],
}

const first = { data: [{ title: 'a' }, { title: 'b' }], has_more: true, next_cursor: 'x' }
const last = { data: [{ title: 'c' }], has_more: false, next_cursor: null }
const missing = { error: 'Not found', code: 'not_found', request_id: 'req_1' }

const service = createServer(({ url = '', headers }, response) => {
  const [status, body] = url.endsWith('/404')
    ? [404, missing]
    : [
        200,
        url.endsWith('/7') ? { data: { id: 7, agent: headers['user-agent'] } } : url.includes('cursor=') ? last : first,
      ]
  response.writeHead(status, { 'content-type': 'application/json' })
  if (url.endsWith('/408')) response.write('{"data":')
  else response.end(JSON.stringify(body))
})

let project: PackedProject
let baseUrl: string
beforeAll(async () => {
  project = await packedProject()
  await project.write('check.mjs', program)
  await project.write(
    'main.mjs',
    `import { check } from './check.mjs'\nconsole.log(JSON.stringify(await check(process.env.BASE_URL)))\n`,
  )
  await once(service.listen(0, '127.0.0.1'), 'listening')
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v1`
}, 60_000)
afterAll(async () => {
  service.close()
  service.closeAllConnections()
  await project.remove()
})

// Node is always there; the others where they are on the PATH, as in the SDK's own workflow.
describe('the packed package runs on', () => {
  const commands = [
    ['Node', process.execPath, []],
    ['Bun', onPath('bun'), ['run']],
    ['Deno', onPath('deno'), ['run', '--allow-net', '--allow-env', '--allow-read']],
  ] as const

  it.each(commands.filter(([, path]) => path))(
    '%s',
    async (_name, path, args) => {
      const env = { ...process.env, BASE_URL: baseUrl }
      const output = await run(path ?? '', [...args, 'main.mjs'], { cwd: project.folder, env })
      expect(JSON.parse(output)).toEqual(expected)
    },
    30_000,
  )

  it.runIf(onPath('workerd'))(
    'workerd',
    async () => {
      const worker = `import { check } from './check.mjs'\nexport default { fetch: async () => Response.json(await check('${baseUrl}')) }\n`
      await project.write('worker.mjs', worker)
      const outfile = join(project.folder, 'worker.js')
      await build({
        entryPoints: [join(project.folder, 'worker.mjs')],
        bundle: true,
        format: 'esm',
        platform: 'browser',
        outfile,
      })
      await project.write(
        'config.capnp',
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2025-06-01")),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:18473", http = (), service = "main")],
);`,
      )
      const child = spawn(onPath('workerd') ?? '', ['serve', join(project.folder, 'config.capnp')], {
        cwd: root,
        stdio: 'ignore',
      })
      try {
        const answer = await vi.waitFor(async () => fetch('http://127.0.0.1:18473/'), {
          timeout: 10_000,
          interval: 100,
        })
        expect(await answer.json()).toEqual(expected)
      } finally {
        child.kill()
        await once(child, 'exit')
      }
    },
    30_000,
  )
})

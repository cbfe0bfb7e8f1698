import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Backend, startBackend } from '../contract/backend.ts'
import { packedProject, type PackedProject } from '../package/packed.ts'
import { serveBackend } from './backend-server.ts'
import { bundleTests, files } from './bundle.ts'
import { chromium, runInPage } from './page.ts'
import { programs } from './programs.ts'
import { runIn, runInWorkerd } from './run-in.ts'
import type { Outcome } from './stand-in.ts'

let backend: Backend
let server: Awaited<ReturnType<typeof serveBackend>>
let project: PackedProject
let inPage: string
beforeAll(async () => {
  backend = await startBackend()
  server = await serveBackend(backend)
  project = await packedProject()
  const tests = await bundleTests(project, server.url, files.server)
  await project.write('main.mjs', `${tests}\nrunTests().then((outcomes) => console.log(JSON.stringify(outcomes)))\n`)
  await project.write(
    'worker.mjs',
    `${tests}\nexport default { fetch: async ({ method }) => Response.json(method === 'GET' ? await runTests() : []) }\n`,
  )
  inPage = await bundleTests(project, server.url, files.page)
}, 60_000)
afterAll(async () => {
  server.stop()
  await backend.stop()
  await project.remove()
})

const ways: Record<string, (path: string) => Promise<string>> = {
  'Node 24': (path) => runIn.Node(path, project, 'main.mjs'),
  'Node 20': (path) => runIn.Node(path, project, 'main.mjs'),
  Bun: (path) => runIn.Bun(path, project, 'main.mjs'),
  Deno: (path) => runIn.Deno(path, project, 'main.mjs'),
  workerd: (path) => runInWorkerd(path, project, 'worker.mjs'),
}

const all = [{ name: 'Node 24', path: process.execPath }, ...(await programs())]

describe('Deno', () => {
  const path = all.find(({ name }) => name === 'Deno')?.path

  it('needs no permission but the network, whatever the environment would say', async ({ skip }) => {
    if (!path) skip('Deno could not be downloaded')
    const options = { apiKey: await backend.key({ email: await backend.account() }), baseUrl: backend.baseUrl }
    await project.write(
      'only-net.mjs',
      `import { Matterbase } from './node_modules/@matterbase/sdk/dist/index.js'
       const { key } = await new Matterbase(${JSON.stringify(options)}).me()
       console.log(key.name)`,
    )
    expect(await runIn.Deno(path ?? '', project, 'only-net.mjs', ['--allow-net=127.0.0.1'])).toBe('contract')
  })
})

describe('the packed package passes the tests of paging, sync, upserts, webhooks and the real service', () => {
  it.for(all)('on $name', { timeout: 120_000 }, async ({ name, path }, { skip }) => {
    if (!path) skip(`${name} could not be downloaded`)
    const outcomes = JSON.parse((await ways[name]?.(path ?? '')) ?? '[]') as Outcome[]
    expect(outcomes.filter(({ error }) => error)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(100)
  })
})

describe('a page', () => {
  it('passes the tests of the real service, across origins', { timeout: 120_000 }, async ({ skip }) => {
    if (!chromium) skip('There is no Chromium')
    const outcomes = await runInPage(chromium ?? '', inPage)
    expect(outcomes.filter(({ error }) => error)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(15)
  })
})

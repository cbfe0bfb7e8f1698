import { findBrowser } from '@matterbase/config/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { realService } from '../contract/service.ts'
import { packedProject, type PackedProject } from '../package/packed.ts'
import { bundleTests, files } from './bundle.ts'
import { runInPage } from './page.ts'
import { programOf, type RuntimeName, runtimeNames } from './programs.ts'
import { runIn, runInWorkerd } from './run-in.ts'
import type { Outcome } from './stand-in.ts'

let project: PackedProject
let inPage: string
beforeAll(async () => {
  project = await packedProject()
  const tests = await bundleTests(project, inject('backendUrl'), files.server)
  await project.write('main.mjs', `${tests}\nrunTests().then((outcomes) => console.log(JSON.stringify(outcomes)))\n`)
  await project.write(
    'worker.mjs',
    `${tests}\nexport default { fetch: async ({ method }) => Response.json(method === 'GET' ? await runTests() : []) }\n`,
  )
  inPage = await bundleTests(project, inject('backendUrl'), files.page)
})
afterAll(() => project.remove())

const ways: Record<RuntimeName, (path: string) => Promise<string>> = {
  'Node 20': (path) => runIn.Node(path, project, 'main.mjs'),
  Bun: (path) => runIn.Bun(path, project, 'main.mjs'),
  Deno: (path) => runIn.Deno(path, project, 'main.mjs'),
  workerd: (path) => runInWorkerd(path, project, 'worker.mjs'),
}

const programs = runtimeNames.map((name) => ({ name, program: programOf(name) }))
for (const { program } of programs) if ('missing' in program) console.warn(program.missing)

describe('Deno', () => {
  const program = programOf('Deno')

  it('needs no permission but the network, whatever the environment would say', async ({ skip }) => {
    if ('missing' in program) {
      skip(program.missing)
      return
    }
    const service = await realService()
    const options = { apiKey: await service.key({ email: await service.account() }), baseUrl: service.baseUrl }
    await project.write(
      'only-net.mjs',
      `import { Matterbase } from './node_modules/@matterbase/sdk/dist/index.js'
       const { key } = await new Matterbase(${JSON.stringify(options)}).me()
       console.log(key.name)`,
    )
    expect(await runIn.Deno(program.path, project, 'only-net.mjs', ['--allow-net=127.0.0.1'])).toBe('contract')
  })
})

// On Node 24 the same tests run on the source, by vitest.
describe.concurrent('the packed package passes the tests of paging, sync, upserts, webhooks and the real service', () => {
  it.for(programs)('on $name', async ({ name, program }, { skip }) => {
    if ('missing' in program) {
      skip(program.missing)
      return
    }
    const outcomes = JSON.parse(await ways[name](program.path)) as Outcome[]
    expect(outcomes.filter(({ error }) => error)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(100)
  })
})

describe('a page', () => {
  const browser = findBrowser()

  it('passes the tests of the real service, across origins', async ({ skip }) => {
    if (!browser) {
      skip('There is no browser')
      return
    }
    const outcomes = await runInPage(browser, inPage)
    expect(outcomes.filter(({ error }) => error)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(14)
  })
})

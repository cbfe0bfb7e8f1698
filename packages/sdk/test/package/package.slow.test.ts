import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { contract } from '@matterbase/schemas'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { programOf } from '../runtimes/programs.ts'
import { nativeTsc, packedProject, type PackedProject, run, tool } from './packed.ts'

let project: PackedProject
beforeAll(async () => {
  project = await packedProject()
})
afterAll(() => project.remove())

// What is published, not the source: packed, unpacked into an empty project, used from there.
describe('the packed package', () => {
  it('has no problem that publint --strict knows', async () => {
    const { messages } = await publint({ pkgDir: project.installed, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  it('has types that every way of resolving finds', async () => {
    const output = await run(tool('attw'), [project.tarball, '--profile', 'strict', '--format', 'json'])
    const { problems } = JSON.parse(output) as { problems: Record<string, unknown[]> }
    expect(problems).toEqual({})
  })

  it('depends on nothing, installs nothing, and names no Node module', async () => {
    const manifest = JSON.parse(await readFile(join(project.installed, 'package.json'), 'utf8'))
    expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([])
    for (const file of ['index', 'webhooks', 'testing', 'throttle'].flatMap((name) => [`${name}.js`, `${name}.cjs`])) {
      const text = await readFile(join(project.installed, 'dist', file), 'utf8')
      expect(text).not.toMatch(/\brequire\(|from ['"](?!\.)|['"]node:/)
      expect(text).not.toContain('SDK_VERSION')
    }
  })

  // Each resource adds its fixture, and the journal has one of its own.
  const resources = Object.values<object>(contract).filter((resource) => 'export' in resource).length

  it.each([
    ['index', 11_100],
    ['webhooks', 3000],
    ['testing', 5420 + 90 * resources],
    ['throttle', 2000],
  ])('bundles %s for a browser into at most %i bytes, minified and gzipped', async (entry, most) => {
    const { outputFiles, warnings } = await build({
      entryPoints: [join(project.installed, 'dist', `${entry}.js`)],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    expect(warnings).toEqual([])
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(most)
  })
})

const program = `
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    response.writeHead(request.url.endsWith('/404') ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.url.endsWith('/404') ? { error: 'Not found', code: 'not_found' } : { data: { id: 7, agent: request.headers['user-agent'] } }))
  })
  await new Promise((resolve) => server.listen(0, resolve))
  const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'http://127.0.0.1:' + server.address().port + '/api/v1' })
  const { id, agent } = await mb.matters.get(7)
  const error = await mb.matters.get(404).catch((thrown) => thrown)
  const request = await signedRequest({ event: 'ping.test', secret: 'whsec_dGVzdA==' })
  const { event } = await constructEvent(await request.text(), request.headers, 'whsec_dGVzdA==')
  server.close()
  server.closeAllConnections()
  console.log(JSON.stringify({ id, agent: agent.split('/')[0], event, known: error instanceof NotFoundError, foreign: error instanceof Other.NotFoundError }))
`
const names = ['{ Matterbase, NotFoundError }', '{ constructEvent }', '{ signedRequest }'] as const
const entries = ['@matterbase/sdk', '@matterbase/sdk/webhooks', '@matterbase/sdk/testing'] as const

const node20 = programOf('Node 20')
const nodes = [{ version: '24', path: process.execPath }, ...('path' in node20 ? [{ version: '20', ...node20 }] : [])]

describe.each(nodes)('on Node $version', ({ path }) => {
  const expected = { id: 7, agent: 'matterbase-sdk', event: 'ping.test', known: true, foreign: true }

  it('works as an ES module, and knows errors of the CommonJS copy', async () => {
    const imports = entries.map((entry, index) => `import ${names[index]} from '${entry}'`)
    await project.write(
      'esm.mjs',
      `${imports.join('\n')}\nimport { createRequire } from 'node:module'\nconst Other = createRequire(import.meta.url)('@matterbase/sdk')\n${program}`,
    )
    expect(JSON.parse(await run(path, ['--trace-warnings', 'esm.mjs'], { cwd: project.folder }))).toEqual(expected)
  })

  it('has a program for developers', async () => {
    const program = join(project.installed, 'bin/matterbase.js')
    expect(await run(path, ['--trace-warnings', program, '--help'])).toContain('matterbase listen')
    const refused = run(path, [program, 'trigger', 'matter.created'], { env: { PATH: process.env['PATH'] } })
    await expect(refused).rejects.toThrow('set MATTERBASE_BASE_URL')
  })

  it('works as CommonJS, and knows errors of the ES module', async () => {
    const requires = entries.map((entry, index) => `const ${names[index]} = require('${entry}')`)
    await project.write(
      'cjs.cjs',
      `${requires.join('\n')}\nasync function main() { const Other = await import('@matterbase/sdk')\n${program} }\nmain()`,
    )
    expect(JSON.parse(await run(path, ['--trace-warnings', 'cjs.cjs'], { cwd: project.folder }))).toEqual(expected)
  })
})

describe('in TypeScript', () => {
  const source = `
    import { Matterbase, type Matter, NotFoundError, type Page } from '@matterbase/sdk'
    import { constructEvent, createNodeHandler, createWebHandler } from '@matterbase/sdk/webhooks'
    import { mockFetch, fixtures } from '@matterbase/sdk/testing'

    export async function all(): Promise<string[]> {
      const mb = new Matterbase({ apiKey: 'k', baseUrl: 'https://x.example/api/v1', fetch: mockFetch({ 'matters.list': [fixtures.matter()] }) })
      const page: Page<Matter> = await mb.matters.list({ limit: 2, status: 'Settled' })
      const { requestId, rateLimit, response } = await mb.matters.get(1).withResponse()
      const status: number = response.status
      const titles: string[] = [page.data[0]?.title ?? '', requestId ?? '', String(rateLimit?.remaining), String(status)]
      for await (const { title } of mb.matters.list()) titles.push(title)
      for await (const result of mb.matters.upsertMany([{ external_id: 'a', title: 'b' }])) {
        if (result.error) titles.push(result.error.message)
        else titles.push(result.data.title)
      }
      for await (const { items, deleted, checkpoint } of mb.clients.sync()) titles.push(String(items.length + deleted.length), JSON.stringify(checkpoint))
      try {
        await mb.matters.delete(1, { force: true })
      } catch (error) {
        if (error instanceof NotFoundError) titles.push(error.requestId ?? '', ...error.details.map(({ field }) => field))
      }
      return titles
    }

    export async function receive(body: string, headers: Record<string, string>): Promise<string> {
      const event = await constructEvent(body, headers, ['whsec_a', 'whsec_b'], { toleranceSeconds: false })
      switch (event.event) {
        case 'matter.created':
          return event.data.title
        case 'lead.created':
          return event.data.lead_id
        case '$unknown':
          return event.rawEvent
        default:
          return event.event_id
      }
    }

    export const handlers = [
      createWebHandler({ secret: 'whsec_a', on: { 'invoice.paid': ({ data }) => data.total_amount.toFixed(2) } }),
      createNodeHandler({ secret: async () => 'whsec_a', on: {}, onUnknown: ({ rawEvent }) => rawEvent }),
    ] as const
  `
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    // TypeScript's own, which are most of the work.
    skipDefaultLibCheck: true,
    noEmit: true,
    target: 'es2022',
    types: [],
  }

  it.each([
    ['without DOM and without @types/node', tool('tsc'), { lib: ['es2022'], module: 'nodenext' }],
    ['with the DOM', nativeTsc, { lib: ['es2022', 'dom'], module: 'nodenext' }],
    ['in a bundler', nativeTsc, { lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' }],
  ])('type-checks strictly %s', async (_name, tsc, options) => {
    await project.write('consumer.mts', source)
    await project.write('consumer.cts', source)
    await project.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...strict, ...options }, files: ['consumer.mts', 'consumer.cts'] }),
    )
    await expect(run(tsc, ['-p', project.folder])).resolves.toBe('')
  })

  it('takes the types of custom fields, which `matterbase fields types` writes', async () => {
    await project.write(
      'fields.d.mts',
      `import '@matterbase/sdk'\ndeclare module '@matterbase/sdk' { interface MatterCustomFields { judge?: { id: 1 | 3 } } }`,
    )
    await project.write(
      'fields.mts',
      `import type { Matter } from '@matterbase/sdk'
      export const judge = ({ custom_fields: { judge } }: Matter): 1 | 3 | undefined => judge?.id
      // @ts-expect-error: not declared, so its type is unknown.
      export const court = ({ custom_fields: { court } }: Matter): string => court`,
    )
    const options = { ...strict, lib: ['es2022'], module: 'nodenext' }
    await project.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: options, files: ['fields.d.mts', 'fields.mts'] }),
    )
    await expect(run(nativeTsc, ['-p', project.folder])).resolves.toBe('')
  })
})

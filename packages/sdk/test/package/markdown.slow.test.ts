import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'

import { freePort } from '@matterbase/config/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { fixtures, mockFetch, signedRequest } from '../../src/testing/index.ts'
import { nativeTsc, packedProject, type PackedProject, root, run } from './packed.ts'

const documents = [
  'README.md',
  '../../README.md',
  ...(await pagesIn('../../docs/sdk')),
  ...(await pagesIn('../../docs/webhooks')),
]
const secret = 'whsec_dGVzdA=='

const require = createRequire(import.meta.url)
/** What the documents' programs import besides the SDK. */
const installed = {
  '@types/node': require.resolve('@types/node/package.json'),
  '@types/express': require.resolve('@types/express/package.json'),
  express: require.resolve('express/package.json'),
  standardwebhooks: require.resolve('standardwebhooks/package.json'),
  zod: require.resolve('zod/package.json'),
}

interface Block {
  name: string
  code: string
}

/** The pages of a folder and the folders in it. */
async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  return names
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join(folder, name))
}

/** The ts blocks of a document; one that makes no client of its own gets one. */
async function blocksOf(document: string): Promise<Block[]> {
  const text = await readFile(join(root, document), 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ''], index) => {
    const isBare = /\bmb\b/.test(code) && !/\bmb = /.test(code)
    const setup = "import { Matterbase } from '@matterbase/sdk'\nconst mb = new Matterbase()\n"
    const title = document.replaceAll(/\W+/g, '-').replace(/^-/, 'root-').toLowerCase()
    return { name: `${title}-${index + 1}`, code: `${isBare ? setup : ''}${code}\nexport {}\n` }
  })
}

const missing = { status: 404, etag: '', text: '{"error":"Not found","code":"not_found","request_id":"req_1"}' }
const told = async (response: Response) => ({
  status: response.status,
  text: await response.text(),
  etag: response.headers.get('etag') ?? '',
})

/** A service that knows what the documents ask for. */
async function service() {
  const matter = fixtures.matter()
  const fetch = mockFetch({
    me: fixtures.me(),
    'matters.list': [
      matter,
      fixtures.matter({ id: 2, external_id: 'case-4711', updated_at: '2026-01-15T09:31:00.000Z' }),
    ],
    'matters.export': [matter],
    'matters.get': matter,
    'matters.create': matter,
    'matters.update': matter,
    'matters.upsert': ({ body }) => ({ data: fixtures.matter(body as object), created: true }),
    'timeEntries.upsert': { data: fixtures.timeEntry(), created: true },
    'clients.list': [fixtures.client({ external_id: 'c-17' })],
    'clients.export': [fixtures.client()],
    'clients.update': fixtures.client(),
    'clients.upsert': { data: fixtures.client(), created: true },
    'invoices.list': [Object.assign(fixtures.invoice(), { taxes: [] })],
    'invoices.get': fixtures.invoice(),
    'creditNotes.list': [Object.assign(fixtures.creditNote(), { taxes: [] })],
    'payments.list': [fixtures.payment()],
    journal: fixtures.journal(),
    'webhooks.list': [fixtures.webhookEndpoint()],
    'webhooks.create': { ...fixtures.webhookEndpoint(), secret },
    'webhooks.test': { success: true, message: 'queued' },
    'webhooks.rotateSecret': { secret, previous_expires_at: '2026-01-16T09:30:00.000Z' },
    'webhooks.deliveries': [fixtures.delivery({ status: 'failed' })],
    'webhooks.retry': fixtures.delivery(),
    'webhooks.replay': { id: 1, count: 1 },
    'leads.create': { lead: fixtures.lead(), created: true },
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url = '' } = request
    const headers = new Headers(request.headers as Record<string, string>)
    const { signal } = new AbortController()
    const init = { method, headers, signal, redirect: 'manual', ...(body && { body }) } as const
    const { status, text, etag } = url.endsWith('/404')
      ? missing
      : await fetch(`http://localhost${url}`, init).then(told)
    response.writeHead(status, { 'content-type': 'application/json', etag }).end(text)
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0), 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => server.close().closeAllConnections() }
}

const accepts = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    }).on('error', reject)
  })

/** Runs programs one after another in one process, and prints as its last line what came of each. */
const runAll = `
  const outcomes = {}
  let rejected
  process.on('unhandledRejection', (error) => (rejected = error))
  for (const name of process.argv.slice(2)) {
    rejected = undefined
    const error = await import('./' + name + '.mts').then(() => undefined, (thrown) => thrown ?? 'undefined')
    await new Promise((resolve) => setImmediate(resolve))
    const wrong = error ?? rejected
    outcomes[name] = wrong ? String(wrong.stack ?? wrong) : 'done'
  }
  console.log('\\n' + JSON.stringify(outcomes))
  process.exit()
`

const blocks = (await Promise.all(documents.map(blocksOf))).flat()
let project: PackedProject
let api: Awaited<ReturnType<typeof service>>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  project = await packedProject()
  await mkdir(join(project.folder, 'node_modules/@types'), { recursive: true })
  for (const [name, manifest] of Object.entries(installed)) {
    await symlink(dirname(manifest), join(project.folder, 'node_modules', name), 'dir')
  }
  for (const { name, code } of blocks) await project.write(`${name}.mts`, code)
  api = await service()
  const baseUrl = `http://127.0.0.1:${api.port}/api/v1`
  env = {
    ...process.env,
    MATTERBASE_API_KEY: 'mb_test_docs',
    MATTERBASE_TEST_API_KEY: 'mb_test_docs',
    MATTERBASE_BASE_URL: baseUrl,
    WEBHOOK_SECRET: secret,
  }
})
afterAll(async () => {
  api.stop()
  await project.remove()
})

describe('the TypeScript of the pages', () => {
  it('is there', () => {
    expect(blocks.length).toBeGreaterThan(10)
  })

  it('type-checks', async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2024'],
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
    }
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    await expect(run(nativeTsc, ['-p', project.folder])).resolves.toBe('')
  })

  describe('runs', () => {
    const programs = blocks.filter(({ code }) => !code.includes('.listen('))
    let outcomes: Record<string, string>
    beforeAll(async () => {
      const names = programs.map(({ name }) => name)
      await project.write('run-all.mjs', runAll)
      const printed = await run(process.execPath, ['run-all.mjs', ...names], { cwd: project.folder, env })
      outcomes = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}')
    })

    it.each(programs)('$name', ({ name }) => {
      expect(outcomes[name]).toBe('done')
    })
  })

  it.each(blocks.filter(({ code }) => code.includes('.listen(')))('serves: $name', async ({ name, code }) => {
    const port = await freePort()
    await project.write(`${name}.mts`, code.replace('.listen(4000', `.listen(${port}`))
    const child = spawn(process.execPath, [`${name}.mts`], {
      cwd: project.folder,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      await vi.waitFor(() => accepts(port), { timeout: 150_000, interval: 50 })
      const url = `http://127.0.0.1:${port}/hooks`
      const form = new Request(url, { method: 'POST', body: new URLSearchParams({ email: 'ada@moss.example' }) })
      const isReceiver = code.includes('@matterbase/sdk/webhooks')
      const request = isReceiver ? await signedRequest({ event: 'lead.created', secret, url }) : form
      expect((await fetch(request)).status).toBe(200)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})

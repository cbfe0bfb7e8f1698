import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { readEnv } from '../src/read-env.ts'

const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))

/** What a program of its own loads of OpenTelemetry, and the names that it gives a trace's steps. */
const program = `
  import { registerHooks } from 'node:module'
  let loaded = 0
  registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry')) loaded++; return next(url, context) } })
  const { openTracing, readEnv } = await import(${JSON.stringify(index)})
  const env = readEnv('api', { DATABASE_URL: 'postgresql://a:b@c:5432/d', ENCRYPTION_KEY: ${JSON.stringify(Buffer.alloc(32).toString('base64'))}, ...process.env })
  const problems = []
  const tracing = await openTracing(env, { service: 'books', onProblem: (problem) => problems.push(problem) })
  const begin = (parent) => { const span = tracing.begin('step', { kind: 'server', parent }); span.end({ attributes: {} }); return span.traceparent }
  const steps = tracing && JSON.parse(process.env.PARENTS ?? '[null]').map(begin)
  await tracing?.close()
  console.log(JSON.stringify({ loaded, steps, problems }))
`

async function run(env: Record<string, string>) {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return JSON.parse(stdout) as { loaded: number; steps?: string[]; problems: string[] }
}

it.each([
  ['nothing says where traces go', {}],
  ['it is switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
  ['traces go nowhere', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
])('loads nothing of OpenTelemetry when %s', async (_case, env) => {
  expect(await run(env)).toEqual({ loaded: 0, problems: [] })
})

it('sends protobuf unless told otherwise, and goes on with the traces of valid callers only', async () => {
  const received: { url: string | undefined; type: string | undefined; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ url: request.url, type: request.headers['content-type'], body: Buffer.concat(chunks) })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const valid = [`00-${trace}-${span}-01`, `00-${trace}-${span}-03`, `01-${trace}-${span}-01-more`]
  const invalid = [
    '',
    'x',
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    ` 00-${trace}-${span}-01\n`,
  ]
  const { port } = server.address() as AddressInfo
  const { loaded, steps, problems } = await run({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'my-books',
    PARENTS: JSON.stringify([...valid, ...invalid, `00-${trace}-${span}-00`]),
  })
  server.close()
  expect(loaded).toBeGreaterThan(0)
  expect(problems).toEqual([])
  const traces = steps?.map((step) => step.split('-')[1] === trace)
  expect(traces).toEqual([...valid.map(() => true), ...invalid.map(() => false), true])
  expect(steps?.every((step) => /^00-[\da-f]{32}-[\da-f]{16}-0[01]$/.test(step))).toBe(true)
  // A caller who does not have it recorded is obeyed.
  expect(steps?.map((step) => step.slice(-2))).toEqual([...[...valid, ...invalid].map(() => '01'), '00'])
  expect(received).toMatchObject([{ url: '/v1/traces', type: 'application/x-protobuf' }])
  const [, , last = ''] = steps?.at(-1)?.split('-') ?? []
  const [, , first = ''] = steps?.at(0)?.split('-') ?? []
  const { body = Buffer.of() } = received[0] ?? {}
  const has = (bytes: Buffer | string) => body.includes(bytes)
  expect([Buffer.from(first, 'hex'), 'my-books', Buffer.from(last, 'hex')].map(has)).toEqual([true, true, false])
})

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address like http://collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf or http/json'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a share from 0 to 1'],
  [
    'OTEL_TRACES_SAMPLER',
    'jaeger_remote',
    'must be always_on, always_off or traceidratio, or one of these after parentbased_',
  ],
])('refuses %s=%s', (name, value, sentence) => {
  const env = { DATABASE_URL: 'postgresql://a:b@c:5432/d', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }
  expect(() => readEnv('worker', { ...env, [name]: value })).toThrow(`${name} ${sentence}`)
})

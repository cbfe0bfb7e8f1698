import { parseArgs } from 'node:util'
import { keepSessions, openSession } from './session.ts'

const help = `Serves the Model Context Protocol over a Matterbase.

  matterbase-mcp           on standard input and output, with the key in MATTERBASE_API_KEY
  matterbase-mcp --http    over HTTP at /mcp; each request brings its key: Authorization: Bearer mb_…

  --port          with --http: the port, default 3333
  --host          with --http: the address to listen on, default 127.0.0.1
  --allow-origin  with --http: hostnames of pages that may call it, separated by commas
  --help          show this

MATTERBASE_BASE_URL says where the API is, with /api/v1 at its end.
It ends with 0 when it is told to or its input ends, and with 1 after it has said on standard error what is wrong.
`

try {
  await run()
} catch (error) {
  process.stderr.write(`matterbase-mcp: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run() {
  const { values } = parseArgs({
    options: {
      http: { type: 'boolean', default: false },
      port: { type: 'string', default: '3333' },
      host: { type: 'string', default: '127.0.0.1' },
      'allow-origin': { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_API_KEY: apiKey } = process.env
  if (!baseUrl) throw new Error('There is no base URL: set MATTERBASE_BASE_URL, with /api/v1 at its end')
  if (values.http) return overHttp(values.port, values.host, values['allow-origin'], baseUrl)
  const session = await openSession({ apiKey, baseUrl })
  // Most of what is loaded is the protocol and the schemas: what is wrong is said before.
  const [{ serveStdio }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ])
  const { close } = serveStdio(() => createServer(session))
  endOnSignal(close)
}

async function overHttp(portText: string, host: string, origins: string, baseUrl: string) {
  const port = Number(portText)
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) throw new Error(`--port must be a port, not "${portText}"`)
  const { serveHttp } = await import('./http.ts')
  const server = await serveHttp({
    port,
    host,
    allowedOrigins: origins.split(',').flatMap((origin) => origin.trim() || []),
    sessionOf: keepSessions((apiKey) => openSession({ apiKey, baseUrl })),
  })
  process.stdout.write(`Matterbase MCP: http://${host.includes(':') ? `[${host}]` : host}:${server.port}/mcp\n`)
  endOnSignal(server.close)
}

function endOnSignal(close: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
}

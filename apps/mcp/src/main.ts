import { parseArgs } from 'node:util'
import { keepSessions, openSession } from './session.ts'

const help = `Lets AI assistants read and write a Matterbase workspace over the Model Context Protocol (MCP).

  matterbase-mcp           on standard input and output, with the API key in MATTERBASE_API_KEY
  matterbase-mcp --http    over HTTP at /mcp. Each request sends its API key: Authorization: Bearer mb_…

  --port          with --http: port (default: 3333)
  --host          with --http: address to listen on (default: 127.0.0.1)
  --allow-origin  with --http: host names of web pages that can call the server, separated by commas
  --read-only     offer no tool that writes
  --help          show this help

Set MATTERBASE_BASE_URL to the base URL of the API, such as https://matters.example.com/api/v1.
Exit code: 0 after a signal or the end of input, 1 after an error, which is printed on standard error.
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
      'read-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_API_KEY: apiKey } = process.env
  if (!baseUrl) throw new Error('No base URL. Set MATTERBASE_BASE_URL, such as https://matters.example.com/api/v1')
  const isReadOnly = values['read-only']
  if (values.http)
    return overHttp({ portText: values.port, host: values.host, origins: values['allow-origin'], baseUrl, isReadOnly })
  const session = await openSession({ apiKey, baseUrl })
  // Loads the protocol and schemas late, so that errors appear quickly.
  const [{ serveStdio }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ])
  const { close } = serveStdio(() => createServer(session, { isReadOnly }))
  endOnSignal(close)
}

interface OverHttp {
  readonly portText: string
  readonly host: string
  readonly origins: string
  readonly baseUrl: string
  readonly isReadOnly: boolean
}

async function overHttp({ portText, host, origins, baseUrl, isReadOnly }: OverHttp) {
  const port = Number(portText)
  if (!/^\d{1,5}$/.test(portText) || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${portText}"`)
  const { serveHttp } = await import('./http.ts')
  const server = await serveHttp({
    port,
    host,
    allowedOrigins: origins.split(',').flatMap((origin) => origin.trim() || []),
    sessionOf: keepSessions((apiKey) => openSession({ apiKey, baseUrl, isPrompt: true })),
    isReadOnly,
  })
  process.stdout.write(`Matterbase MCP: http://${host.includes(':') ? `[${host}]` : host}:${server.port}/mcp\n`)
  endOnSignal(server.close)
}

function endOnSignal(close: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
}

import { callbackify } from 'node:util'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/**
 * A client of PostgreSQL that connects to the one of several servers that can be written to, whichever that is by then:
 * those of its address, and of each `server` in the parameters of its connection string.
 */
export class PrimaryClient extends Client {
  readonly #servers: readonly URL[]

  constructor(config: ClientConfig = {}) {
    super(config)
    this.#servers = serversOf(config.connectionString ?? '')
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    if (this.#servers.length < 2) return callback ? super.connect(callback) : super.connect()
    const connect = async () => {
      Object.assign(this, await findPrimary(this.#servers))
      return super.connect()
    }
    if (!callback) return connect()
    callbackify(connect)(callback)
  }
}

function serversOf(url: string): readonly URL[] {
  if (!URL.canParse(url)) return []
  const first = new URL(url)
  const others = first.searchParams.getAll('server')
  first.searchParams.delete('server')
  return [first, ...others.map((host) => Object.assign(new URL(first), { host }))]
}

/** All servers are asked in parallel, so that one without a response delays no one. */
async function findPrimary(servers: readonly URL[]): Promise<{ host: string; port: number }> {
  try {
    const { hostname, port } = await Promise.any(servers.map(checkPrimary))
    return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 5432) }
  } catch (error) {
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
    throw first instanceof Error ? first : error
  }
}

async function checkPrimary(server: URL): Promise<URL> {
  const client = new Client({ connectionString: server.href, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
    if (rows[0]?.transaction_read_only === 'off') return server
  } finally {
    await client.end().catch(() => undefined)
  }
  // As PostgreSQL says it of a statement.
  throw Object.assign(new Error(`PostgreSQL at ${server.host} can only be read from`), { code: '25006' })
}

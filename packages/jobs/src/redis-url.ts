import type { RedisOptions } from 'ioredis'

export interface RedisAddress {
  nodes: { host: string; port: number }[]
  /** The name that the Sentinels have for the monitored Redis. The nodes are Sentinels then. */
  group?: string
  options: Pick<RedisOptions, 'username' | 'password' | 'db' | 'tls' | 'sentinelUsername' | 'sentinelPassword'>
}

const sentinelForm = /^(rediss?)-sentinel:\/\/([^#]*)(?:#(.*))?$/

/**
 * Reads `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS. Several nodes of a
 * cluster are separated by commas; user, password and TLS are those of the first. Sentinels are
 * `redis-sentinel://[user:password@]host[:port],…[/database][?sentinelPassword=…]#name`.
 *
 * @throws Error whose message says what is wrong and never repeats the password.
 */
export function readRedisUrl(text: string): RedisAddress {
  const [, scheme, rest, name] = sentinelForm.exec(text.trim()) ?? []
  if (scheme === undefined) return readNodes(text, 6379)
  if (!name)
    throw new Error(
      'REDIS_URL must end with the name of the primary in the Sentinels, as in redis-sentinel://host:26379#mymaster.',
    )
  return { ...readNodes(`${scheme}://${rest ?? ''}`, 26_379), group: decodeURIComponent(name) }
}

function readNodes(text: string, port: number): RedisAddress {
  const [first = '', ...others] = text.split(',').map((part) => part.trim())
  const url = URL.canParse(first) ? new URL(first) : null
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new Error('REDIS_URL must look like redis://host:6379, or rediss://host:6379 for TLS.')
  const more = others.map(readNode)
  const last = more.at(-1) ?? url
  const db = Number(last.pathname.slice(1) || 0)
  if (!Number.isInteger(db) || db < 0)
    throw new Error('REDIS_URL can only end with a database number, as in redis://host:6379/0.')
  const { sentinelUsername, sentinelPassword } = Object.fromEntries(last.searchParams)
  return {
    nodes: [url, ...more].map((node) => nodeOf(node, port)),
    options: {
      ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
      ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
      ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
      ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
      db,
    },
  }
}

function readNode(text: string): URL {
  const full = text.includes('://') ? text : `redis://${text}`
  if (!URL.canParse(full))
    throw new Error('REDIS_URL names several nodes, and one is not host:port: write redis://host:6379,host:6379.')
  return new URL(full)
}

const nodeOf = (url: URL, port: number) => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: Number(url.port || port),
})

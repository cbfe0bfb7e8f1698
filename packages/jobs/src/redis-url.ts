import type { RedisOptions } from 'ioredis'

export interface RedisAddress {
  nodes: { host: string; port: number }[]
  options: Pick<RedisOptions, 'username' | 'password' | 'db' | 'tls'>
}

/**
 * Reads `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS. Several nodes of a
 * cluster are separated by commas; user, password and TLS are those of the first.
 *
 * @throws Error whose message says what is wrong and never repeats the password.
 */
export function readRedisUrl(text: string): RedisAddress {
  const [first, ...rest] = text.split(',').map((part) => part.trim())
  const url = first !== undefined && URL.canParse(first) ? new URL(first) : null
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new Error('REDIS_URL must look like redis://host:6379, or rediss://host:6379 for TLS.')
  const db = Number(url.pathname.slice(1) || 0)
  if (!Number.isInteger(db) || db < 0)
    throw new Error('REDIS_URL must end with a database number, if with anything: redis://host:6379/0.')
  return {
    nodes: [nodeOf(url), ...rest.map(readNode)],
    options: {
      ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
      ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
      db,
    },
  }
}

function readNode(text: string) {
  const full = text.includes('://') ? text : `redis://${text}`
  if (!URL.canParse(full)) throw new Error('REDIS_URL names several nodes, and one of them is not host:port.')
  return nodeOf(new URL(full))
}

const nodeOf = (url: URL) => ({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6379) })

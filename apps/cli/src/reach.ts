import type { Env, Reach } from '@matterbase/config'

/** Where browsers and callers reach the service, without a trailing slash. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Env<'cli'>) => PUBLIC_URL ?? `http://localhost:${PORT}`

/** How a server that is started with these settings is reached. */
export const reachOf = (env: Env<'cli'>): Reach => ({
  host: env.HOST ?? (env.DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0'),
  publicUrl: publicUrlOf(env),
  trustProxy: env.TRUST_PROXY ?? 0,
})

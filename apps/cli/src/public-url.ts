import type { Env } from './env.ts'

/** Where browsers and callers reach the service, without a trailing slash. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Env) => (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '')

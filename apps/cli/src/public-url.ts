import type { Env } from '@matterbase/config'

/** Where browsers and callers reach the service, without a trailing slash. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Env<'cli'>) => PUBLIC_URL ?? `http://localhost:${PORT}`

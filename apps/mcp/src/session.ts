import { Matterbase } from '@matterbase/sdk'
import type { Me } from '@matterbase/sdk'
import { LRUCache } from 'lru-cache'

/** A client and the facts of its API key. */
export interface Session {
  readonly mb: Matterbase
  readonly me: Me
}

interface Options {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  /** True if a caller waits for each response. Requests are then not retried after a long `Retry-After`. Default false. */
  readonly isPrompt?: boolean
}

/** @throws MatterbaseError if the API key or base URL is missing, the API key is refused, or the server does not respond. */
export async function openSession({ apiKey, baseUrl, isPrompt = false }: Options): Promise<Session> {
  // Refuses misspelled fields, so that the model gets an error.
  const mb = new Matterbase({ apiKey, baseUrl, strict: true, ...(isPrompt && { maxRetryAfterMs: mostWaitMs }) })
  return { mb, me: await mb.me(isPrompt ? { maxRetries: 0 } : {}) }
}

/** The longest `Retry-After` that a request waits for. */
const mostWaitMs = 1_000

// Safe to keep, because the API refuses a revoked key and the list of tools asks for the API key each time.
const cached = { max: 1_000, ttl: 60_000 }

/** Caches sessions by API key. */
export function keepSessions(open: (apiKey: string) => Promise<Session>): (apiKey: string) => Promise<Session> {
  const sessions = new LRUCache<string, Promise<Session>>(cached)
  return (apiKey) => {
    const known = sessions.get(apiKey)
    if (known) return known
    const session = open(apiKey)
    sessions.set(apiKey, session)
    session.catch(() => {
      if (sessions.peek(apiKey) === session) sessions.delete(apiKey)
    })
    return session
  }
}

import { Matterbase } from '@matterbase/sdk'
import type { Me } from '@matterbase/sdk'

/** What is done with one API key. */
export interface Session {
  readonly mb: Matterbase
  readonly me: Me
}

interface Options {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
}

/** @throws MatterbaseError when there is no key or base URL, the key is refused, or nothing answers. */
export async function openSession({ apiKey, baseUrl }: Options): Promise<Session> {
  // What is misspelt is refused, and the model is told.
  const mb = new Matterbase({ apiKey, baseUrl, strict: true })
  return { mb, me: await mb.me() }
}

interface Kept {
  readonly session: Promise<Session>
  readonly until: number
}

// A key that is revoked is refused by the API at once; only the list of tools is this old.
const keptMs = 60_000
const mostKept = 1_000

/** Sessions by key, for callers who bring their own with each request. */
export function keepSessions(open: (apiKey: string) => Promise<Session>): (apiKey: string) => Promise<Session> {
  const kept = new Map<string, Kept>()
  return (apiKey) => {
    const known = kept.get(apiKey)
    if (known && known.until > Date.now()) return known.session
    kept.delete(apiKey)
    const session = open(apiKey)
    const entry = { session, until: Date.now() + keptMs }
    kept.set(apiKey, entry)
    session.catch(() => {
      if (kept.get(apiKey) === entry) kept.delete(apiKey)
    })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return session
  }
}

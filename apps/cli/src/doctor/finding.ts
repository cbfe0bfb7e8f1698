import type { Env } from '@matterbase/config'
import type { Db } from '@matterbase/db'

/** What was looked at, and what is to be done where it is not well. */
export interface Finding {
  readonly check: string
  /** A problem stops something or loses data; a warning may come to that. */
  readonly level: 'ok' | 'warning' | 'problem'
  readonly found: string
  readonly todo?: string
}

/** What there is to look at. */
interface Patient {
  readonly db: Db
  readonly env: Env<'cli'>
  readonly encryptionKey: string | undefined
}

/** Looks at one thing. What it throws is a problem of its own. */
export type Check = (patient: Patient) => Promise<readonly Outcome[]>

export type Outcome = Omit<Finding, 'check'>

export const ok = (found: string): Outcome => ({ level: 'ok', found })
export const warning = (found: string, todo: string): Outcome => ({ level: 'warning', found, todo })
export const problem = (found: string, todo: string): Outcome => ({ level: 'problem', found, todo })

import type { Env } from '@matterbase/config'
import type { Db } from '@matterbase/db'

/** The result of one check, and the next step if it is not ok. */
export interface Finding {
  readonly check: string
  /** A problem stops something or loses data. A warning can become one. */
  readonly level: 'ok' | 'warning' | 'problem'
  readonly found: string
  readonly todo?: string
}

/** The input of every check. */
interface Patient {
  readonly db: Db
  readonly env: Env<'cli'>
  readonly encryptionKey: string | undefined
}

/** Checks one thing. An error that it throws is reported as a problem. */
export type Check = (patient: Patient) => Promise<readonly Outcome[]>

export type Outcome = Omit<Finding, 'check'>

export const ok = (found: string): Outcome => ({ level: 'ok', found })
export const warning = (found: string, todo: string): Outcome => ({ level: 'warning', found, todo })
export const problem = (found: string, todo: string): Outcome => ({ level: 'problem', found, todo })

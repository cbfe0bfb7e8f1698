import { sqlOf } from '@matterbase/db'
import { askForNumbers, raiseMatterCounts, restoredGap } from '@matterbase/domain'
import type { ClientBase } from 'pg'
import { describeAccess, limitAccess } from './access.ts'
import type { Access } from './access.ts'
import type { NextNumbersByAccount } from './next-numbers.ts'

export interface BeginOptions {
  /** True to keep the sessions, known browsers and one-time links of the backup valid. */
  readonly keepSessions: boolean
  readonly nextNumbers: NextNumbersByAccount
  /** The moment of the restored data, as an ISO date-time. Undefined if it is not known. */
  readonly takenAt: string | undefined
}

export interface Begun {
  readonly access: Access
  /** The accounts with invoices in which an owner has to confirm the next number. */
  readonly confirm: readonly string[]
}

/**
 * Prepares restored data for a server that continues with it, in the caller's transaction. Copies outside of the server
 * notice the restore, access that may have been revoked ends, and numbers that may have been given out are not given out
 * again.
 */
export async function beginAgain(client: ClientBase, options: BeginOptions): Promise<Begun> {
  await startEpochs(client)
  const access = await limitAccess(client, options)
  const sql = sqlOf(client)
  await raiseMatterCounts(sql, restoredGap)
  return { access, confirm: await askForNumbers(sql, options.nextNumbers) }
}

/** Copies of a workspace have to be built again, because they can have changes that this backup has not. */
async function startEpochs(client: ClientBase): Promise<void> {
  // Later changes have stamps after this moment, so that the lost ones can be recognised by theirs.
  const now = `greatest(date_trunc('milliseconds', clock_timestamp()), change_clock)`
  await client.query(
    `UPDATE workspaces SET epoch = gen_random_uuid(), restored_from = change_clock, restored_at = ${now}, change_clock = ${now}`,
  )
}

/** The result in lines. */
export function describeBegun({ access, confirm }: Begun): string {
  return [describeAccess(access), ...describeConfirm(confirm)].join('\n')
}

function describeConfirm(accounts: readonly string[]): string[] {
  if (accounts.length === 0) return []
  const shown = accounts.slice(0, 50).map((email) => `  ${email}`)
  const more = accounts.length > shown.length ? [`  and ${accounts.length - shown.length} more: --json lists all`] : []
  return [
    'Invoices can be issued after an owner has confirmed the next numbers in the dashboard, on the page Invoices:',
    ...shown,
    ...more,
  ]
}

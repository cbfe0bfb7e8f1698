import { count } from '../count.ts'
import type { ClientBase } from 'pg'

/** How many of each a restore ended. */
interface Ended {
  readonly sessions: number
  readonly devices: number
  readonly links: number
}

interface Member {
  readonly account: string
  readonly email: string
  readonly role: string
}

interface WorkingKey {
  readonly account: string
  readonly environment: string
  readonly id: number
  readonly name: string
  readonly last_used_at: Date | null
}

/** Who has access after a restore. */
export interface Access {
  readonly ended: Ended
  readonly members: readonly Member[]
  readonly keys: readonly WorkingKey[]
}

interface Options {
  readonly keepSessions: boolean
  /** When the backup was made. */
  readonly takenAt: string | undefined
}

/**
 * Ends the sessions, known browsers and one-time links of a backup, because it cannot know which of them were ended
 * since. Notes the restore in the audit log of each account, in the caller's transaction.
 */
export async function limitAccess(client: ClientBase, { keepSessions, takenAt }: Options): Promise<Access> {
  const remove = async (table: string) =>
    keepSessions ? 0 : ((await client.query(`DELETE FROM ${table}`)).rowCount ?? 0)
  const ended = {
    sessions: await remove('sessions'),
    devices: await remove('known_devices'),
    links: await remove('one_time_links'),
  }
  await client.query(
    `INSERT INTO audit_entries (owner_uuid, actor, action, target, details)
     SELECT owner_uuid, 'command line', 'account.restored_from_backup', email, $1::jsonb FROM accounts`,
    [JSON.stringify({ ...(takenAt !== undefined && { taken_at: takenAt }), sessions_ended: !keepSessions })],
  )
  const members = await client.query<Member>(
    `SELECT accounts.email AS account, users.email, role
     FROM accounts JOIN memberships USING (owner_uuid) JOIN users ON users.id = user_id
     WHERE closed_at IS NULL ORDER BY 1, 2`,
  )
  const keys = await client.query<WorkingKey>(
    `SELECT accounts.email AS account, environment::text, api_keys.id, api_keys.name, last_used_at
     FROM accounts JOIN workspaces USING (owner_uuid) JOIN api_keys ON workspace_id = workspaces.id
     WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND closed_at IS NULL ORDER BY 1, 2, 3`,
  )
  return { ended, members: members.rows, keys: keys.rows }
}

const most = 50

/** The checks that an operator has to do after a restore, in lines. */
export function describeAccess({ ended, members, keys }: Access): string {
  const { sessions, devices, links } = ended
  return [
    `Ended: ${count(sessions, 'session')}, ${count(devices, 'known browser')}, ${count(links, 'one-time link')}.`,
    'API keys, members and passwords are those of the backup. API keys that you revoked and members that you removed since then have access again.',
    ...list(
      'Active API keys. To revoke one: matterbase keys revoke ID --account EMAIL',
      keys.map(({ account, environment, id, name }) => `${account}, ${environment}: ${name} (ID ${id})`),
    ),
    ...list(
      'Members. To remove one: dashboard, Settings → Members. To set a new password: matterbase accounts reset-password --account EMAIL',
      members.map(({ account, email, role }) => `${account}: ${email}, ${role}`),
    ),
  ].join('\n')
}

function list(title: string, lines: readonly string[]): string[] {
  const more = lines.length > most ? [`and ${lines.length - most} more: --json lists all`] : []
  return [title, ...[...lines.slice(0, most), ...more].map((line) => `  ${line}`)]
}

import type { Client } from 'pg'
import { beginAgain, describeBegun } from '../backup/begin-again.ts'
import type { BeginOptions, Begun } from '../backup/begin-again.ts'
import { readNextNumbers } from '../backup/next-numbers.ts'
import { raiseSequences } from '../backup/catalog.ts'
import { openTarget } from '../backup/store.ts'
import { withClient } from '../connect.ts'
import { count } from '../count.ts'
import { lockName } from '../start/folder-lock.ts'
import { interruptible } from '../interruption.ts'
import type { Command } from '../command.ts'

export const recovered: Command = {
  name: 'recovered',
  summary: 'Prepares a database after a snapshot or point-in-time recovery.',
  usage: '[--keep-sessions] [--next-numbers FILE]',
  options: {
    'keep-sessions': 'as of restore',
    'next-numbers': 'as of restore',
  },
  switches: ['keep-sessions'],
  required: [],
  positionals: [],
  example: 'recovered',
  async run({ env, options, warn }) {
    const keepSessions = options['keep-sessions'] !== undefined
    const nextNumbers = await readNextNumbers(options['next-numbers'])
    return interruptible(async (signal) => {
      const target = await openTarget({ env, warn })
      try {
        const begun = await withClient(target.url, signal, (client) => prepare(client, { keepSessions, nextNumbers }))
        const { access, confirm } = begun
        return { json: { ...access, confirm_numbers: confirm }, text: `Prepared.\n${describeBegun(begun)}` }
      } finally {
        await target.close()
      }
    })
  },
}

async function prepare(client: Client, choices: Omit<BeginOptions, 'takenAt'>): Promise<Begun> {
  await requireAlone(client)
  await client.query('BEGIN')
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`SET LOCAL ${setting} = 0`)
  const begun = await beginAgain(client, { ...choices, takenAt: undefined })
  await raiseSequences(client)
  await client.query('COMMIT')
  return begun
}

/** On a server in use, the command would sign out every user and stop the billing. */
async function requireAlone(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
       AND application_name <> $1`,
    [lockName],
  )
  if (rows.length === 0) return
  throw new Error(
    `${count(rows.length, 'other connection')} to the database: stop the API, the worker and other programs that use it first`,
  )
}

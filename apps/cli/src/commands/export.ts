import { resolve } from 'node:path'
import { interruptible } from '../interruption.ts'
import type { Command } from '../command.ts'
import { findDatabase } from '../database.ts'
import { exportAccount } from '../export/export-account.ts'
import { replicaProblem } from '../replica.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: "Writes all of an account's data, as it is at one moment, into a folder of JSON lines.",
  usage: '--account E --to FOLDER',
  options: { account: 'the email of the account', to: 'a folder that is empty or not there yet' },
  required: ['account', 'to'],
  positionals: [],
  example: 'export --account ada@example.com --to ada-2026-03-14',
  async run({ env, options: { account = '', to = '' }, warn }) {
    const primary = await findDatabase(env)
    const manifest = await interruptible(async (signal) => {
      const { DATABASE_REPLICA_URL: replica } = env
      const problem = replica === undefined ? undefined : await replicaProblem(primary, replica, signal)
      if (problem !== undefined)
        warn(`matterbase: this is read from the primary: DATABASE_REPLICA_URL will not do (${problem})`)
      const url = problem === undefined ? (replica ?? primary) : primary
      return exportAccount({ url, email: account, to: resolve(to), signal })
    })
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    return { json: { folder: to, ...manifest }, text: `${to}: ${rows} rows in ${manifest.files.length} files` }
  },
}

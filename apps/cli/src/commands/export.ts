import { resolve } from 'node:path'
import { interruptible } from '../interruption.ts'
import type { Command } from '../command.ts'
import { findDatabase } from '../database.ts'
import { exportAccount } from '../export/export-account.ts'
import { replicaProblem } from '../replica.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: "Writes a snapshot of an account's data into a folder of JSON lines.",
  usage: '--account EMAIL --to FOLDER',
  options: { account: 'the email address of the account', to: 'a new or empty folder' },
  required: ['account', 'to'],
  positionals: [],
  example: 'export --account ada@example.com --to ada-2026-03-14',
  async run({ env, options: { account = '', to = '' }, warn }) {
    const primary = await findDatabase(env)
    const manifest = await interruptible(async (signal) => {
      const { DATABASE_REPLICA_URL: replica } = env
      const problem = replica === undefined ? undefined : await replicaProblem(primary, replica, signal)
      if (problem !== undefined)
        warn(`matterbase: the export reads from the primary, because DATABASE_REPLICA_URL cannot be used (${problem})`)
      const url = problem === undefined ? (replica ?? primary) : primary
      return exportAccount({ url, email: account, to: resolve(to), signal })
    })
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    return { json: { folder: to, ...manifest }, text: `${to}: ${rows} rows in ${manifest.files.length} files` }
  },
}

import { migrate } from '@matterbase/db'
import type { Command } from '../command.ts'
import { findDatabase } from '../database.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrates the database to the schema of this version. start does this too.',
  usage: '',
  options: {},
  required: [],
  positionals: [],
  example: 'migrate',
  async run({ env }) {
    const applied = await migrate(await findDatabase(env))
    return {
      json: { applied },
      text: applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.',
    }
  },
}

import type { Command } from '../command.ts'
import { findDatabase } from '../database.ts'

export const databaseUrl: Command = {
  name: 'database url',
  summary: 'Prints the connection string of the database, with its password.',
  usage: '',
  options: {},
  required: [],
  positionals: [],
  example: 'database url',
  async run({ env }) {
    const url = await findDatabase(env)
    return { json: { url }, text: url }
  },
}

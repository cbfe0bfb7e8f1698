import type { Command } from '../command.ts'
import { become } from '../start/become.ts'
import { programs } from '../start/programs.ts'

function roleOf(name: keyof typeof programs, summary: string): Command {
  return {
    name,
    summary: `${summary} It needs DATABASE_URL and ENCRYPTION_KEY, and a migrated database.`,
    usage: '',
    options: {},
    required: [],
    positionals: [],
    json: 'changes nothing: LOG_FORMAT says how it logs',
    example: name,
    run: async ({ source }) => become(programs[name], source),
  }
}

export const api = roleOf('api', 'Runs only the API with the dashboard, in the foreground.')
export const worker = roleOf('worker', 'Runs only the worker that sends webhooks, in the foreground.')

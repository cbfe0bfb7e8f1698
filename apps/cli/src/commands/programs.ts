import type { Command } from '../command.ts'
import { become } from '../start/become.ts'
import { programs } from '../start/programs.ts'

function roleOf(name: keyof typeof programs, summary: string): Command {
  return {
    name,
    summary: `${summary} Needs DATABASE_URL, ENCRYPTION_KEY and a migrated database.`,
    usage: '',
    options: {},
    required: [],
    positionals: [],
    json: 'no effect: LOG_FORMAT sets the format of the log',
    example: name,
    reads: name,
    run: async ({ source }) => become(programs[name], source),
  }
}

export const api = roleOf('api', 'Runs the API and the dashboard in the foreground.')
export const worker = roleOf('worker', 'Runs the worker that sends webhooks and emails, in the foreground.')

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Env } from '@matterbase/config'

/** What a command is given. */
export interface Context {
  /** The options as text; those that were not given are missing. A switch is the text "true". */
  options: Readonly<Record<string, string>>
  /** The arguments that are not options. */
  positionals: readonly string[]
  env: Env<'cli'>
  /** The whole environment, for processes to inherit. */
  source: NodeJS.ProcessEnv
  /** Whether answers are for machines. */
  json: boolean
  /** Writes a line for people. */
  say(text: string): void
  /** Writes a line of what is not well, beside what is answered. */
  warn(text: string): void
}

/** What a command answers: the value for `--json`, and the same for people. */
interface Answer {
  json: unknown
  text: string
  /** Whether what it tells of is not well: the exit code is 1 then. */
  failed?: boolean
}

export interface Command {
  /** The words it is called by, e.g. `keys create`. */
  name: string
  summary: string
  /** What follows the name, e.g. `ID --account E`. */
  usage: string
  /** The options, each with what it means; they take text unless they are switches. */
  options: Readonly<Record<string, string>>
  /** The options that are there or not. */
  switches?: readonly string[]
  /** Options that must be given. */
  required: readonly string[]
  /** Names of the arguments that must be given. */
  positionals: readonly string[]
  /** What `--json` means. Default: one JSON value is answered. */
  json?: string
  /** A command line that works. */
  example: string
  /** Undefined when it has said what there was to say. */
  run(context: Context): Promise<Answer | undefined>
}

/** The options for `parseArgs`: those of the command, `--help` and, if it answers a value, `--json`. */
export function parseOptions({ options, switches = [], name }: Command): ParseArgsOptionsConfig {
  const typeOf = (key: string) => (switches.includes(key) ? ('boolean' as const) : ('string' as const))
  const own = Object.keys(options).map((key) => [key, { type: typeOf(key) }])
  const json = name === 'start' ? {} : { json: { type: 'boolean' as const } }
  return { ...Object.fromEntries(own), ...json, help: { type: 'boolean', short: 'h' } }
}

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Env } from '@matterbase/config'

/** The input of a command. */
export interface Context {
  /** The options as strings. An option that was not given is missing, a switch is "true". */
  options: Readonly<Record<string, string>>
  /** The arguments that are not options. */
  positionals: readonly string[]
  env: Env<'cli'>
  /** The whole environment, for processes to inherit. */
  source: NodeJS.ProcessEnv
  /** True to print JSON. */
  json: boolean
  /** Writes a line for people. */
  say(text: string): void
  /** Writes a warning to standard error. */
  warn(text: string): void
}

/** The result of a command: the value for `--json`, and the same for people. */
interface Answer {
  json: unknown
  text: string
  /** True if the result reports a problem. The exit code is then 1. */
  failed?: boolean
}

export interface Command {
  /** The words after `matterbase`, e.g. `keys create`. */
  name: string
  summary: string
  /** The arguments, e.g. `ID --account EMAIL`. */
  usage: string
  /** The options and their meaning. Each takes a value unless it is a switch. */
  options: Readonly<Record<string, string>>
  /** Options without a value. */
  switches?: readonly string[]
  /** Required options. */
  required: readonly string[]
  /** Names of the required arguments. */
  positionals: readonly string[]
  /** The meaning of `--json`. Default: the command prints one JSON value. */
  json?: string
  /** A command line that works. */
  example: string
  /** The program whose environment variables the help lists. */
  reads?: 'api' | 'cli' | 'worker'
  /** Undefined when the command has printed its result itself. */
  run(context: Context): Promise<Answer | undefined>
}

/** The options for `parseArgs`: the command's own, `--help` and, except for `start`, `--json`. */
export function parseOptions({ options, switches = [], name }: Command): ParseArgsOptionsConfig {
  const typeOf = (key: string) => (switches.includes(key) ? ('boolean' as const) : ('string' as const))
  const own = Object.keys(options).map((key) => [key, { type: typeOf(key) }])
  const json = name === 'start' ? {} : { json: { type: 'boolean' as const } }
  return { ...Object.fromEntries(own), ...json, help: { type: 'boolean', short: 'h' } }
}

/** The input and output of a command. */
export interface CommandContext {
  /** Values of the given options. */
  readonly options: Readonly<Record<string, string>>
  /** Arguments that are not options. */
  readonly positionals: readonly string[]
  /** Environment variables. */
  readonly source: Readonly<Record<string, string | undefined>>
  /** True to print one JSON value per line. */
  readonly json: boolean
  /** Writes a line to standard output. */
  say(text: string): void
  /** Writes a line to standard error. */
  warn(text: string): void
}

/** The result of a command, for `--json` and for people. */
export interface CommandAnswer {
  readonly json: unknown
  readonly text: string
}

/** A command for developers. */
export interface DeveloperCommand {
  /** Name of the command. */
  readonly name: string
  readonly summary: string
  /** Arguments after the name, such as `EVENT [--data JSON]`. */
  readonly usage: string
  /** Options with their descriptions. Every option takes a value. */
  readonly options: Readonly<Record<string, string>>
  /** Required options. */
  readonly required: readonly string[]
  /** Required arguments. */
  readonly positionals: readonly string[]
  /** A command line that works. */
  readonly example: string
  /** Returns undefined if the command has printed its output. @throws Error with a message for people. */
  run(context: CommandContext): Promise<CommandAnswer | undefined>
}

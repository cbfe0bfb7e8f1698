/** What a command is given. */
export interface CommandContext {
  /** The options as text; those that were not given are missing. */
  readonly options: Readonly<Record<string, string>>
  /** The arguments that are not options. */
  readonly positionals: readonly string[]
  /** The variables of the environment. */
  readonly source: Readonly<Record<string, string | undefined>>
  /** Whether answers are for machines: JSON, a value on a line. */
  readonly json: boolean
  /** Writes a line to standard output. */
  say(text: string): void
  /** Writes a line to standard error. */
  warn(text: string): void
}

/** What a command answers: the value for `--json`, and the same for people. */
export interface CommandAnswer {
  readonly json: unknown
  readonly text: string
}

/** A command of `matterbase` for developers. */
export interface DeveloperCommand {
  /** The word it is called by. */
  readonly name: string
  readonly summary: string
  /** What follows the name, e.g. `EVENT [--data JSON]`. */
  readonly usage: string
  /** The options, each with what it means; all of them take text. */
  readonly options: Readonly<Record<string, string>>
  /** Options that must be given. */
  readonly required: readonly string[]
  /** Names of the arguments that must be given. */
  readonly positionals: readonly string[]
  /** A command line that works. */
  readonly example: string
  /** Undefined when it has said what there was to say. @throws Error with a sentence for people. */
  run(context: CommandContext): Promise<CommandAnswer | undefined>
}

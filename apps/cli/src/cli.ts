import { parseArgs } from 'node:util'
import { parseOptions } from './command.ts'
import type { Command } from './command.ts'
import { api, worker } from './commands/programs.ts'
import { start } from './commands/start.ts'
import { describeBuild, readBuild, readEnv } from '@matterbase/config'
import { describeCommand, describeCommands } from './help.ts'
import { explain } from './explain.ts'

export interface CliOptions {
  /** The arguments after the program's name. */
  args: string[]
  source: NodeJS.ProcessEnv
  print(text: string): void
  printError(text: string): void
}

/** Runs one command to its end. Returns the exit code: 0, or 1 after an error or a result that reports a problem. */
export async function runCli({ args, source, print, printError }: CliOptions): Promise<number> {
  try {
    const [first = ''] = args
    if (['--version', '-v'].includes(first)) {
      printVersion(args, source, print)
      return 0
    }
    const words = takeWords(args)
    const commands = await commandsFor(words)
    const command = commands.find(isNamedBy(words))
    if (!command) return refuse(args, words, commands, { print, printError })
    const { json, help, options, positionals } = parse(command, args)
    if (help) {
      print(describeCommand(command))
      return 0
    }
    const env = readEnv('cli', source)
    const answer = await command.run({ options, positionals, env, source, json, say: print, warn: printError })
    if (answer) print(json ? JSON.stringify(answer.json) : answer.text)
    return answer?.failed ? 1 : 0
  } catch (error) {
    printError(`matterbase: ${explain(error)}`)
    return 1
  }
}

function printVersion(args: string[], source: NodeJS.ProcessEnv, print: CliOptions['print']): void {
  const build = readBuild(readEnv('cli', source))
  print(args.includes('--json') ? JSON.stringify(build) : `matterbase ${describeBuild(build)}`)
}

const isNamedBy =
  (words: readonly string[]) =>
  ({ name }: Pick<Command, 'name'>) =>
    `${words.join(' ')} `.startsWith(`${name} `)

/** Commands that run a program, and commands for developers, do not load the modules of the others. */
async function commandsFor(words: readonly string[]): Promise<readonly Command[]> {
  const programs = [start, api, worker]
  if (programs.some(isNamedBy(words))) return programs
  const { commands: forDevelopers } = await import('@matterbase/sdk/cli')
  if (forDevelopers.some(isNamedBy(words))) return forDevelopers
  return (await import('./commands/index.ts')).commands
}

/** The arguments before the first option: the command's name and its own arguments. */
function takeWords(args: string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  return end === -1 ? args : args.slice(0, end)
}

function refuse(
  args: string[],
  words: string[],
  commands: readonly Command[],
  { print, printError }: Pick<CliOptions, 'print' | 'printError'>,
): number {
  const group = commands.filter(({ name }) => name.startsWith(`${words.join(' ')} `))
  const unknown = words.length > 0 && group.length === 0
  if (unknown) printError(`matterbase: no command "${words.join(' ')}". These exist:\n`)
  const asked = !unknown && args.some((arg) => ['--help', '-h'].includes(arg))
  const text = describeCommands(group.length > 0 ? group : commands)
  if (asked) print(text)
  else printError(text)
  return asked ? 0 : 1
}

function parse(command: Command, args: string[]) {
  const rest = args.slice(command.name.split(' ').length)
  const { values, positionals } = parseStrictly(command, rest)
  const { json, help, ...given } = values
  const options = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
  if (!help) {
    const missing = command.required.find((key) => !options[key]?.trim())
    if (missing) throw new Error(`${command.name} needs --${missing}; see matterbase ${command.name} --help`)
    if (positionals.length !== command.positionals.length)
      throw new Error(`Usage: matterbase ${command.name} ${command.usage}`)
  }
  return { json: json === true, help: help === true, options, positionals }
}

function parseStrictly(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: parseOptions(command), allowPositionals: true })
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new Error(`${sentence}; see matterbase ${command.name} --help`, { cause: error })
  }
}

import { parseArgs } from 'node:util'
import { version } from '../src/version.ts'
import type { DeveloperCommand } from './command.ts'
import { fields } from './fields.ts'
import { listen } from './listen.ts'
import { messageOf } from './passing.ts'
import { trigger } from './trigger.ts'

/** The commands for developers. The server's CLI includes them too. */
export const commands: readonly DeveloperCommand[] = [listen, trigger, fields]

export interface MainOptions {
  /** Arguments after the name of the program. */
  readonly args: readonly string[]
  readonly source: Readonly<Record<string, string | undefined>>
  print(text: string): void
  printError(text: string): void
}

/** Runs one command to its end. Returns the exit code: 0, or 1 after an error was printed. */
export async function main({ args: [name, ...args], source, print, printError }: MainOptions): Promise<number> {
  if (name === '--version' || name === '-v') return said(print, version)
  if (name === undefined || name === '--help' || name === '-h') {
    ;(name ? print : printError)(overview)
    return name ? 0 : 1
  }
  try {
    const command = commands.find((known) => known.name === name)
    if (!command) throw new Error(`no command "${name}"; see matterbase --help`)
    const { json, help, options, positionals } = parse(command, args)
    if (help) return said(print, helpOf(command))
    const answer = await command.run({ options, positionals, source, json, say: print, warn: printError })
    if (answer) print(json ? JSON.stringify(answer.json) : answer.text)
    return 0
  } catch (error) {
    printError(`matterbase: ${messageOf(error)}`)
    return 1
  }
}

function said(print: MainOptions['print'], text: string): number {
  print(text)
  return 0
}

function parse({ name, options: known, required, positionals: names, usage }: DeveloperCommand, args: string[]) {
  const texts = Object.fromEntries(Object.keys(known).map((key) => [key, { type: 'string' as const }]))
  const flags = { json: { type: 'boolean' as const }, help: { type: 'boolean' as const, short: 'h' } }
  const { values, positionals } = parseStrictly(name, () =>
    parseArgs({ args, options: { ...texts, ...flags }, allowPositionals: true }),
  )
  const { json, help, ...given } = values
  const options = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
  if (help !== true) {
    const missing = required.find((key) => !options[key]?.trim())
    if (missing) throw new Error(`${name} needs --${missing}; see matterbase ${name} --help`)
    if (positionals.length !== names.length) throw new Error(`Usage: matterbase ${name} ${usage}`)
  }
  return { json: json === true, help: help === true, options, positionals }
}

function parseStrictly<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${messageOf(error).split(/\. |\n/)[0]}; see matterbase ${name} --help`, {
      cause: error,
    })
  }
}

function helpOf({ name, summary, usage, options, example }: DeveloperCommand): string {
  const rows = Object.entries({ ...options, json: 'print one JSON value per line', help: 'show this help' })
  const width = Math.max(...rows.map(([key]) => key.length)) + 2
  return [
    summary,
    '',
    `  matterbase ${name} ${usage}`,
    '',
    ...rows.map(([key, meaning]) => `  --${key.padEnd(width)}${meaning}`),
    '',
    `Example: matterbase ${example}`,
    '',
    'The exit code is 0 on success and after Ctrl-C, and 1 after an error, which is printed on standard error.',
  ].join('\n')
}

const overview = [
  'Commands for developers of integrations.',
  '',
  ...commands.map(({ name, summary }) => `  matterbase ${name.padEnd(9)}${summary.split('\n')[0]}`),
  '',
  'Add --help to a command for its options. Set MATTERBASE_BASE_URL and MATTERBASE_TEST_API_KEY, an API key of a test workspace.',
].join('\n')

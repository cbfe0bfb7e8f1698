import { variables } from '@matterbase/config'
import type { Variable } from '@matterbase/config'
import type { Command } from './command.ts'

/** The help of one command. */
export function describeCommand(command: Command): string {
  const { name, summary, usage, example, reads } = command
  const rows = optionRows(command)
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  return [
    summary,
    '',
    `  matterbase ${name} ${usage}`.trimEnd(),
    '',
    ...rows.map(([option, meaning]) => `  ${option.padEnd(width)}${meaning}`),
    '',
    ...(reads ? [describeVariables(reads), ''] : []),
    `Example: matterbase ${example}`,
  ].join('\n')
}

/** Each option and its meaning, those of every command last. */
export function optionRows({ name, options, json }: Pick<Command, 'name' | 'options' | 'json'>): [string, string][] {
  const general = name === 'start' ? {} : { json: json ?? 'print one JSON value' }
  return Object.entries({ ...options, ...general, help: 'show this help' }).map(([key, meaning]) => [
    `--${key}`,
    meaning,
  ])
}

/** One line for each command. */
export function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  return [
    'Matterbase, the platform for legal practice data.',
    '',
    ...commands.map(({ name, summary }) => `  matterbase ${name.padEnd(width)}${summary.split('\n')[0]}`),
    '',
    'Add --help to a command for its options. matterbase --version shows the version.',
    'Commands find the database by DATABASE_URL, or in DATA_DIR (default .data).',
  ].join('\n')
}

/** The environment variables that a program reads. */
function describeVariables(program: NonNullable<Command['reads']>): string {
  const read = Object.entries<Variable>(variables).filter(([, variable]) => variable[program] !== undefined)
  const width = Math.max(...read.map(([name]) => name.length)) + 2
  const line = ([name, variable]: [string, Variable]) =>
    `  ${name.padEnd(width)}${[variable.description, describeUnset(variable, program)].join(' ').replaceAll('`', '')}`.trimEnd()
  return ['Environment variables:', '', ...read.map(line)].join('\n')
}

function describeUnset({ unset, ...variable }: Variable, program: NonNullable<Command['reads']>): string {
  const value = variable[program]
  if (value === 'required') return 'Required.'
  if (unset !== undefined) return `Default: ${unset}.`
  return typeof value === 'object' ? `Default: ${value.default}.` : ''
}

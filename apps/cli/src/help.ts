import type { Command } from './command.ts'

/** The help of one command. */
export function describeCommand({ name, summary, usage, options, json, example }: Command): string {
  const general = name === 'start' ? {} : { json: json ?? 'answer with one JSON value' }
  const rows = Object.entries({ ...options, ...general, help: 'show this' })
  const width = Math.max(...rows.map(([key]) => key.length)) + 2
  return [
    summary,
    '',
    `  matterbase ${name} ${usage}`.trimEnd(),
    '',
    ...rows.map(([key, meaning]) => `  --${key.padEnd(width)}${meaning}`),
    '',
    `Example: matterbase ${example}`,
  ].join('\n')
}

/** One line for each command. */
export function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  return [
    'Matterbase, the platform for legal practice data.',
    '',
    ...commands.map(({ name, summary }) => `  matterbase ${name.padEnd(width)}${summary.split('\n')[0]}`),
    '',
    'Each has --help. The environment says where the data is: DATABASE_URL, or DATA_DIR (default .data).',
  ].join('\n')
}

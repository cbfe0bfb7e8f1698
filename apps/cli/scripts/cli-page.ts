import type { Command } from '../src/command.ts'
import { commands } from '../src/commands/index.ts'
import { optionRows } from '../src/help.ts'
import { table } from './table.ts'

export const cliFile = new URL('../../../docs/reference/cli.md', import.meta.url)

const intro = `# Command-line reference

On a server that you [installed](../self-host/one-server.md), run \`matterbase\` as root. It runs as the user \`matterbase\` and needs whole paths. In a clone, run it through pnpm:

\`\`\`console
$ npx pnpm@12 matterbase doctor
\`\`\`

In the image, add the command after the name of the image. The examples write \`matterbase\`.

- Commands find the database by \`DATABASE_URL\`, or in \`DATA_DIR\` (default \`.data\`). See [Environment variables](environment-variables.md).
- \`--help\` shows the options of a command, \`--version\` the version and the commit.
- \`--json\` prints the result as JSON. Every command except \`start\` has it.
- The exit code is 0 on success. It is 1 after an error, and when \`doctor\` or \`documents check\` finds a problem. Errors go to standard error.
- Only \`listen\`, \`trigger\` and \`fields\` use the API, with an API key.

Never pass a password or passphrase as an argument, because other users of the machine and its logs can see it. Use \`--password-file\`, \`--passphrase-file\` or a link that \`accounts create\` prints.`

/** The sections of the page, each with the first words of its commands. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Server: ['start', 'api', 'worker', 'migrate', 'doctor', 'database'],
  'Backups and exports': ['backup', 'restore', 'recovered', 'export'],
  Accounts: ['accounts'],
  'API keys': ['keys'],
  'Invoices and documents': ['invoices', 'documents'],
  'Webhooks in development': ['listen', 'trigger'],
  'Types of custom fields': ['fields'],
}

const sectionOf = ({ name }: Command) =>
  Object.keys(sections).find((title) => sections[title]?.includes(name.split(' ')[0] ?? ''))

/** `docs/reference/cli.md`, from the help of every command. */
export function cliPage(): string {
  const unplaced = commands.filter((command) => sectionOf(command) === undefined).map(({ name }) => name)
  if (unplaced.length > 0) throw new Error(`Name the section of ${unplaced.join(', ')} in ${import.meta.filename}`)
  const parts = Object.keys(sections).map((title) =>
    [`## ${title}`, ...commands.filter((command) => sectionOf(command) === title).map(describe)].join('\n\n'),
  )
  return [intro, ...parts, made].join('\n\n')
}

const made =
  'This page is generated from the help of the commands, with `npx pnpm@12 --filter @matterbase/cli reference`.\n'

function describe(command: Command): string {
  const { name, summary, usage, example, required } = command
  const rows = optionRows(command).map(([option, meaning]) => {
    const isRequired = required.some((key) => option === `--${key}`)
    return [`\`${option}\``, `${isRequired ? 'Required. ' : ''}${sentence(meaning)}`]
  })
  const own = rows.filter(([option]) => option !== '`--help`' && !(option === '`--json`' && command.json === undefined))
  return [
    `### ${name}`,
    summary.replaceAll('\n', ' '),
    `\`\`\`text\nmatterbase ${name} ${usage}`.trimEnd() + '\n```',
    ...(own.length > 0 ? [table(['Option', 'Meaning'], own)] : []),
    ...(example === name ? [] : [`Example:\n\n\`\`\`console\n$ matterbase ${example}\n\`\`\``]),
  ].join('\n\n')
}

/** JSON is set as code: braces and brackets in text are hard to read. */
const sentence = (text: string) => upperFirst(text.replaceAll(/\{".*\}/g, (json) => `\`${json}\``))

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import { variableGroups } from '@matterbase/config'
import type { Variable, Variables } from '@matterbase/config'
import { table } from './table.ts'

export const environmentFile = new URL('../../../docs/reference/environment-variables.md', import.meta.url)

const intro = `# Environment variables

A server reads its settings from the environment, once, when it starts. An invalid value stops the start with a message that names the variable. An empty value counts as unset.

\`\`\`console
$ PORT=8080 DATA_DIR=/var/lib/matterbase npx pnpm@12 start
\`\`\`

\`matterbase api --help\` and \`matterbase worker --help\` list the variables that each program reads. Set the same values for all programs of a server. [Configuration](../self-host/configuration.md) shows how to choose them.`

const introductions: Readonly<Record<keyof typeof variableGroups, string>> = {
  Required:
    'Set both to run the API and the worker on a PostgreSQL of your own. `matterbase start` needs neither. It then runs the embedded database and generates the encryption key.',
  Network:
    'Where the programs listen, and how callers reach them. For a reverse proxy see [HTTPS](../self-host/https.md).',
  Database:
    'Where data is stored, in addition to `DATABASE_URL`. For poolers, replicas and Redis see [High availability](../self-host/high-availability.md).',
  Webhooks: 'How [webhooks](../webhooks/quickstart.md) are delivered. Set the retry rules for the worker.',
  Mail: 'The mail server for invoices, reminders, invitations and links for a new password. See [Email](../self-host/configuration.md#email).',
  Logs: 'What the programs report about themselves.',
  Tracing:
    'Where the API and the worker send [traces](../self-host/monitoring.md#traces). OpenTelemetry reads more variables itself, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`.',
}

const clients = `## Clients

These variables belong to programs that call the API: the [SDK](../../packages/sdk/README.md), \`matterbase listen\`, \`matterbase trigger\` and the [MCP server](../sdk/mcp.md).

${table(
  ['Variable', 'Read by', 'What it does'],
  [
    [
      '`MATTERBASE_BASE_URL`',
      'SDK, `listen`, `trigger`, `fields`, MCP server',
      'Address of the API, with `/api/v1` at its end.',
    ],
    ['`MATTERBASE_API_KEY`', 'SDK, MCP server', 'API key.'],
    [
      '`MATTERBASE_TEST_API_KEY`',
      '`listen`, `trigger`, `fields`',
      'API key of a test workspace, which begins with `mb_test_`.',
    ],
  ],
)}`

/** `docs/reference/environment-variables.md`, from the variables of `packages/config`. */
export function environmentPage(): string {
  const groups = Object.entries(introductions).map(([title, introduction]) =>
    [`## ${title}`, introduction, describe(variableGroups[title as keyof typeof variableGroups])].join('\n\n'),
  )
  return [intro, ...groups, clients, made].join('\n\n')
}

const made =
  'This page is generated from `packages/config/src/variables`, with `npx pnpm@12 --filter @matterbase/cli reference`.\n'

const describe = (variables: Variables) =>
  table(
    ['Variable', 'Required', 'Default', 'What it does'],
    Object.entries(variables).map(([name, variable]) => [
      `\`${name}\``,
      requiredOf(variable),
      defaultOf(variable),
      variable.description,
    ]),
  )

function requiredOf({ required, api, worker }: Variable): string {
  if (required !== undefined) return required
  return api === 'required' || worker === 'required' ? 'Yes' : 'No'
}

function defaultOf({ unset, api, cli, worker }: Variable): string {
  if (unset !== undefined) return unset
  const value = [api, worker, cli].find((one) => typeof one === 'object')
  return typeof value === 'object' ? `\`${value.default}\`` : 'none'
}

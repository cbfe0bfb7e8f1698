import { Matterbase } from '../src/client.ts'
import type { DeveloperCommand } from './command.ts'
import { place } from './connect.ts'

interface Field {
  readonly resource: string
  readonly key: string
  readonly label: string
  readonly type: string
  readonly options: readonly { readonly id: number; readonly label: string }[] | null
}

const interfaces: Readonly<Record<string, string>> = {
  matters: 'MatterCustomFields',
  clients: 'ClientCustomFields',
  leads: 'LeadCustomFields',
}

export const fields: DeveloperCommand = {
  name: 'fields',
  summary: 'Writes TypeScript types for the custom fields of a workspace, live or test.',
  usage: 'types > fields.d.ts',
  options: {
    'base-url': 'the address of the API, ending in /api/v1; default: MATTERBASE_BASE_URL',
    'api-key': 'an API key of the workspace; default: MATTERBASE_TEST_API_KEY',
  },
  required: [],
  positionals: ['types'],
  example: 'fields types --api-key mb_live_… > fields.d.ts',
  async run(context) {
    const [output] = context.positionals
    if (output !== 'types') throw new Error(`No output "${output}": use matterbase fields types`)
    const { data } = await new Matterbase(place(context)).request<{ data: readonly Field[] }>('GET', '/custom-fields', {
      query: { include_archived: true },
    })
    return { json: data, text: declarationsOf(data) }
  },
}

function declarationsOf(all: readonly Field[]): string {
  const blocks = Object.entries(interfaces).flatMap(([resource, name]) => {
    const lines = all.filter((field) => field.resource === resource).map(lineOf)
    return lines.length > 0 ? [`  interface ${name} {\n${lines.join('\n')}\n  }`] : []
  })
  return `import '@matterbase/sdk'\n\ndeclare module '@matterbase/sdk' {\n${blocks.join('\n\n')}\n}`
}

const lineOf = (field: Field) =>
  `    /** ${field.label.replaceAll('*/', '* /')} */\n    ${field.key}?: ${typeOf(field)}`

function typeOf({ type, options }: Field): string {
  const ids = (options ?? []).map(({ id }) => id).join(' | ')
  if (type === 'select') return `{ id: ${ids} }`
  if (type === 'multi_select') return `{ id: ${ids} }[]`
  if (type === 'boolean') return 'boolean'
  return ['number', 'money', 'matter'].includes(type) ? 'number' : 'string'
}

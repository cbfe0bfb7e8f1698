import { contract } from '@matterbase/schemas'
import type { Operation, Resource, Scope } from '@matterbase/schemas'
import type { Matterbase, RawRequestOptions } from '@matterbase/sdk'
import { z } from 'zod'
import { inputSchemaOf } from './input-schema.ts'
import type { Fields, Tool } from './tool.ts'
import { withUser } from './user-input.ts'
import { WrongInput } from './wrong-input.ts'

/** Calls the operation. Path parameters go into the path, all others into the body or query. */
async function ask({ method, path, params, body }: Operation, mb: Matterbase, input: Fields): Promise<object> {
  const inPath = Object.keys(params?.shape ?? {})
  const missing = inPath.find((name) => input[name] === undefined)
  if (missing !== undefined) throw new WrongInput(`${missing}: is required`)
  // Encoded, so that it cannot reach another operation.
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  const options = body ? { body: rest } : { query: rest as RawRequestOptions['query'] }
  return mb.request<object>(methods[method], place, options)
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

const { me, webhooks: _secrets, ...resources } = contract
type ResourceName = keyof typeof resources

const resourceNames = Object.keys(resources) as ResourceName[]
const operationOf = (name: ResourceName, operation: string): Operation | undefined =>
  (resources[name] as Resource)[operation]

interface Offer {
  readonly name?: string
  readonly title?: string
}

function offer(resource: ResourceName, which: string, { name, title }: Offer = {}): Tool[] {
  const operation = operationOf(resource, which)
  if (!operation) return []
  const { operationId, summary, description = '', scope, limitedScope } = operation
  return [
    {
      name: name ?? operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      title: title ?? summary,
      description: `${summary}. ${description}`,
      inputSchema: inputSchemaOf(operation),
      scopes: [scope, limitedScope].filter((each) => each !== undefined && each !== null),
      isReadOnly: operation.method === 'get',
      isIdempotent: operation.method !== 'post',
      run: (mb, input) => ask(operation, mb, input),
    },
  ]
}

const searched = resourceNames.filter((name) => 'q' in (operationOf(name, 'list')?.query?.shape ?? {}))
const scopeOfList = (name: ResourceName) => operationOf(name, 'list')?.scope ?? null

const search: Tool = {
  name: 'search',
  title: 'Search all records',
  description: `Searches ${searched.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ')} that the API key can read. Finds records that contain all search terms, in upper or lower case.`,
  inputSchema: inputSchemaOf({
    query: z.object({
      q: z.string().max(255).meta({ description: 'Search terms, with at least one letter or digit.' }),
      limit: z.int().min(1).max(200).optional().meta({
        default: 10,
        description: 'Largest number of records of each kind.',
      }),
    }),
  }),
  scopes: [...new Set(searched.flatMap((name) => scopeOfList(name) ?? []))],
  isReadOnly: true,
  isIdempotent: true,
  async run(mb, { limit = 10, ...query }, scopes) {
    const readable = searched.filter((name) => scopes.some((scope) => scope === scopeOfList(name)))
    const pages = await Promise.all(
      readable.map(async (name) => {
        const list = operationOf(name, 'list')
        return [name, list && (await ask(list, mb, { ...query, limit }))] as const
      }),
    )
    return Object.fromEntries(pages)
  },
}

const whoAmI: Tool = {
  name: 'get_key',
  title: me.get.summary,
  description: `${me.get.summary}. Shows its name, its scopes, and whether its workspace is live or test.`,
  inputSchema: inputSchemaOf({}),
  scopes: [],
  isReadOnly: true,
  isIdempotent: true,
  run: (mb) => mb.me(),
}

/** All tools, generated from the contract. Webhook endpoints have no tools, because they send data elsewhere and have secrets. */
export const tools: readonly Tool[] = [
  search,
  ...resourceNames.flatMap((name) => [
    ...offer(name, 'list'),
    ...offer(name, 'get'),
    ...offer(name, 'upsert'),
    ...(name === 'timeEntries' ? offer(name, 'create', { name: 'log_time', title: 'Log time' }).map(withUser) : []),
  ]),
  whoAmI,
]

/** True if an API key with these scopes can use the tool. */
export const mayUse = ({ scopes: needed }: Tool, scopes: readonly Scope[]): boolean =>
  needed.length === 0 || needed.some((scope) => scopes.includes(scope))

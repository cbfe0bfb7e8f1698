import { rest } from 'virtual:operations'
import { pathWithQuery } from '../api/address.ts'
import type { RecentCall } from '../api/recent-calls.ts'
import type { SnippetTab } from '../components/values/snippet.tsx'
import { environment } from '../environment.ts'

/** A call with an API key, as code. */
export function codeOfCall(call: RecentCall, publicUrl: string): readonly SnippetTab[] {
  const sent = { ...call, query: queryOfKeys(given(call.query)) }
  return [
    { label: 'curl', code: curlOf(sent, publicUrl) },
    { label: 'SDK', code: sdkOf(sent, publicUrl) },
  ]
}

/** With an API key, lists are sorted by ID and timestamps only. */
function queryOfKeys({ sort, ...query }: Members = {}): Members {
  return typeof sort === 'string' && /^-?(?:id|created_at|updated_at)$/.test(sort) ? { ...query, sort } : query
}

function curlOf({ key, params, query, body }: RecentCall, publicUrl: string): string {
  const [method = 'GET', template = '/'] = key.split(' ')
  const url = `${publicUrl}/api/v1${pathWithQuery(template, { params, query })}`
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    '-H "Authorization: Bearer $MATTERBASE_API_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

/** Quotes a string for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function sdkOf({ key, params = {}, query, body }: RecentCall, publicUrl: string): string {
  const name = rest[key] ?? ''
  const values = Object.values(params).map((value) => (/^\d+$/.test(String(value)) ? String(value) : literal(value)))
  return [
    "import { Matterbase } from '@matterbase/sdk'",
    '',
    `const mb = new Matterbase({ baseUrl: '${publicUrl}/api/v1' })`,
    `const answer = await mb.${sdkCall(name, values, given(query), given(body))}`,
    'console.log(answer)',
  ].join('\n')
}

type Members = Readonly<Record<string, unknown>>

/** A call of the SDK, whose names and arguments differ from the contract for some operations. */
function sdkCall(name: string, params: readonly string[], query?: Members, body?: Members): string {
  if (['me.get', 'firm.get', 'taxRates.list'].includes(name)) return `${name.split('.')[0]}()`
  // The SDK has no method for it.
  if (name === 'customFields.list')
    return `request('GET', '/custom-fields'${query === undefined ? '' : `, ${literal({ query })}`})`
  if (name.endsWith('.upsert')) {
    const { external_id, ...rest } = body ?? {}
    return `${name}(${literal(external_id)}, ${literal(rest)})`
  }
  if (name.endsWith('.bulk')) {
    return `${name.replace('.bulk', '.upsertMany')}(${literal(body?.['data'])}).next()`
  }
  if (name.endsWith('.bulkDelete')) {
    const sent = [body, query].filter((part) => part !== undefined).map(literal)
    return `${name.replace('.bulkDelete', '.deleteMany')}(${sent.join(', ')})`
  }
  if (name === 'leads.create') {
    return `${name}(${literal(body?.['leadData'])})`
  }
  const rest = [query, body].filter((part) => part !== undefined).map(literal)
  return `${name}(${[...params, ...rest].join(', ')})`
}

/** The parameters that are sent. */
function given(part: unknown): Members | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const entries = Object.entries(part).filter(([, value]) => value !== undefined && value !== '')
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const literal = (value: unknown) =>
  (JSON.stringify(value, null, 2) ?? 'undefined').replaceAll(/"([A-Za-z_$][\w$]*)":/g, '$1:')

/** A command for the current workspace, which runs in the server's project folder. */
export function codeOfCommand(
  name: string,
  account: { readonly email: string },
  options: Readonly<Record<string, string>>,
): readonly SnippetTab[] {
  const all = { account: account.email, ...(environment === 'test' && { environment }), ...options }
  const words = Object.entries(all).map(([option, value]) => `--${option} ${word(value)}`)
  return [{ label: 'CLI', code: ['npx pnpm@12 matterbase', name, ...words].join(' ') }]
}

const word = (text: string) => (/^[\w@.+-]+$/.test(text) ? text : quoted(text))

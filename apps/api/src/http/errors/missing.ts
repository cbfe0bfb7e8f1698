import { ApiError, isMissingRecord } from './api-error.ts'

interface Asked {
  /** `/matters/{id}` */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly environment: string
}

const mostChars = 64

const shortened = (text: string) => text.slice(0, mostChars).toWellFormed()

/** `No matter 42 in this test workspace`. A record of another workspace gets the same message. */
export const noRecord = (what: string, environment: string): string =>
  `No ${what} in this ${environment} workspace. IDs differ between live and test.`

/** Users belong to the account, with one ID in both workspaces. */
const noUser = (id: string) => `No user ${id} in this account. GET /users lists the users.`

/** An error for a missing record, with a message that names the record by the path of the request. */
export function nameMissing(error: unknown, { path, params, environment }: Asked): unknown {
  if (!isMissingRecord(error) || !path.includes('{')) return error
  const named = [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)].map(
    ([, segment = '', name = '']) => `${nounOf(segment)} ${shortened(params[name] ?? '')}`,
  )
  const message = path.startsWith('/users/')
    ? noUser(shortened(params['id'] ?? ''))
    : noRecord(named.toReversed().join(' of '), environment)
  return new ApiError('not_found', message)
}

/** `credit-notes` → `credit note` */
const nounOf = (segment: string) =>
  segment === 'webhooks' ? 'webhook endpoint' : segment.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '')

interface Known {
  readonly paths: Iterable<string>
  /** The URL of the base path. */
  readonly baseUrl: string
}

/** `No endpoint GET /matter. Did you mean /matters?`, with the most similar path. */
export function noEndpoint(method: string, path: string, { paths, baseUrl }: Known): ApiError {
  const [, first = ''] = path.split('/', 2)
  const known = new Set([...paths].map((each) => each.split('/', 2)[1] ?? ''))
  const like = [...known]
    .map((name) => ({ name, distance: distanceOf(first.slice(0, mostChars).toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)) && distance < name.length)
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = like
  const hint =
    best === undefined || known.has(first) ? `All endpoints: ${baseUrl}/openapi.json` : `Did you mean /${best.name}?`
  return new ApiError('not_found', `No endpoint ${method} ${shortened(path)}. ${hint}`)
}

/** A path outside the API without a page or file. */
export const noPage = (method: string, path: string): ApiError =>
  new ApiError('not_found', `No page or file at ${method} ${shortened(path)}. The paths of the API begin with /api/v1.`)

/** The Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1]
    for (let to = 0; to < b.length; to++)
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + Number(letter !== b[to])))
    row = next
  }
  return row.at(-1) ?? 0
}

import type { ReferenceOperation } from './read-reference.ts'
import type { Parameter } from './source.ts'

/** A call of an operation for a POSIX shell that has the key in `MATTERBASE_API_KEY`. */
export function curl(baseUrl: string, { method, path, parameters, body }: ReferenceOperation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(example(parameters, name)))
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const search = new URLSearchParams(
    Object.fromEntries(query.map(({ name }) => [name, example(parameters, name)])),
  ).toString()
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + filled + (search && `?${search}`))}`,
    '-H "Authorization: Bearer $MATTERBASE_API_KEY"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example, null, 2))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function example(parameters: readonly Parameter[], name: string): string {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema
  const value = schema?.example ?? schema?.default ?? schema?.enum?.[0] ?? 1
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

import { account } from 'virtual:operations'
import { environment } from '../environment.ts'
import type { OperationKey } from './contract.ts'

export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

const outsideWorkspaces = new Set<string>(account)

/** Method and address of an operation. */
export function addressOf(key: OperationKey, input: AnyInput) {
  const [method = 'GET', template = '/'] = key.split(' ')
  const root = outsideWorkspaces.has(key) ? '/dash/v1' : `/dash/v1/${environment}`
  return { method, url: root + pathWithQuery(template, input) }
}

/** `/matters/{id}` with its parameters and query. An object becomes `custom_fields[judge]=3`. */
export function pathWithQuery(template: string, { params = {}, query = {} }: AnyInput): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (isGiven(value)) search.set(name, String(value))
    else if (typeof value === 'object' && value !== null)
      for (const [key, text] of Object.entries(value)) search.set(`${name}[${key}]`, String(text))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const isGiven = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

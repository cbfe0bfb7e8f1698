import { takesPairs, takesRepeats, takesSeveral } from '@matterbase/schemas'
import type { z } from 'zod'

interface QueryValues {
  /** A string for each parameter, an array for one that can be repeated, and an object for one with keys. */
  readonly values: Readonly<Record<string, unknown>>
  /** Parameters that were sent more often than they can be. */
  readonly repeated: readonly string[]
}

/** The values of a query, before they are validated. */
export function queryValues({ shape }: z.ZodObject, query: URLSearchParams): QueryValues {
  const given = new Map<string, string>()
  const several = new Map<string, string[]>()
  const pairs = new Map<string, Map<string, string>>()
  const repeated = new Set<string>()
  for (const [sent, value] of query) {
    const pair = pairOf(shape, sent)
    const [values, name] = pair ? [pairsOf(pairs, pair.name), pair.key] : [given, knownName(shape, sent)]
    const parameter = !pair && Object.hasOwn(shape, name) ? shape[name] : undefined
    const before = values.get(name)
    if (takesRepeats(parameter)) several.set(name, [...(several.get(name) ?? []), value])
    else if (before === undefined) values.set(name, value)
    else if (takesSeveral(parameter)) values.set(name, `${before},${value}`)
    else repeated.add(pair ? sent : name)
  }
  const byKey = Array.from(pairs, ([name, ofName]) => [name, Object.fromEntries(ofName)] as const)
  return { values: Object.fromEntries<unknown>([...given, ...several, ...byKey]), repeated: [...repeated] }
}

type Shape = z.ZodObject['shape']

/** The key of `metadata[key]`. */
function pairOf(shape: Shape, sent: string): { readonly name: string; readonly key: string } | undefined {
  const [, name, key] = /^(\w+)\[(.*)\]$/s.exec(sent) ?? []
  if (name === undefined || key === undefined) return undefined
  return Object.hasOwn(shape, name) && takesPairs(shape[name]) ? { name, key } : undefined
}

function pairsOf(all: Map<string, Map<string, string>>, name: string): Map<string, string> {
  const pairs = all.get(name) ?? new Map<string, string>()
  all.set(name, pairs)
  return pairs
}

/** PHP, axios and jQuery send the values of an array as `status[]` or `status[0]`. */
function knownName(shape: Shape, sent: string): string {
  const name = sent.replace(/\[\d{0,3}\]$/, '')
  return Object.hasOwn(shape, name) ? name : sent
}

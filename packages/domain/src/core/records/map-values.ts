import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail, Fields } from '@matterbase/schemas'
import type { MapValue, Values } from './record.ts'

type Value = Values[string] | undefined

const isMap = (value: Value): value is MapValue => typeof value === 'object' && value !== null

const known = new WeakMap<Fields, readonly string[]>()

/** The fields of the kind `map`. */
export function mapFields(fields: Fields): readonly string[] {
  const names = known.get(fields) ?? Object.keys(fields).filter((name) => fields[name]?.kind === 'map')
  known.set(fields, names)
  return names
}

/**
 * The map of each of these fields after a change. Keys that the change does not name keep their values, null removes a key,
 * and a change to null removes all. Null where no key is left.
 */
export function mergedMaps(maps: readonly string[], before: Values, changes: Values): Values {
  return Object.fromEntries(maps.map((name) => [name, merged(before[name], changes[name])]))
}

function merged(before: Value, change: Value): MapValue | null {
  const kept = isMap(before) && change !== null ? before : {}
  const values = isMap(change) ? { ...kept, ...change } : kept
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** True if two values of a field are equal. A map without keys is equal to null. */
export const areEqual = (a: Value, b: Value): boolean =>
  a === b || ((isMap(a) || isMap(b)) && isDeepStrictEqual(a ?? {}, b ?? {}))

/** The maps of a whole record that have too many keys. */
export const tooLargeMaps = (record: Values, maps: readonly string[], fields: Fields): ErrorDetail[] =>
  maps.flatMap((name) => {
    const most = fields[name]?.mostKeys
    const value = record[name]
    const count = isMap(value) ? Object.keys(value).length : 0
    if (most === undefined || count <= most) return []
    const message = `would have ${count} keys. At most ${most} are allowed. Remove keys with null`
    return [{ field: name, code: 'too_long', message }]
  })

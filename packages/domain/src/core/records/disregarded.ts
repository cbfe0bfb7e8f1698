import { alwaysShown } from '@matterbase/schemas'
import type { Draft, Values } from './record.ts'

type Members = Readonly<Record<string, unknown>>

/** The value that was sent for a read-only field. */
interface Said {
  readonly name: string
  readonly value: unknown
  readonly isNew: boolean
  /** As of `Sent`. */
  readonly isBlind: boolean
}

type Compared = Pick<Draft, 'existing' | 'changes' | 'sent' | 'values'>

/**
 * The members that were sent with another value than the record has, before or after: what the service sets itself, and
 * those that `follow` from other records. A caller who may not read the record learns of no value that it is right.
 */
export function disregarded({ existing, changes, sent, values }: Compared, follow: readonly string[]): string[] {
  const records: Members[] = existing ? [values, existing.values] : [values]
  const isNew = existing === undefined
  const isBlind = sent?.isBlind ?? false
  const isFollowing = (name: string, value: Values[string]) =>
    follow.includes(name) && differing({ name, value, isNew, isBlind: false }, records)
  const following =
    follow.length === 0 ? [] : Object.entries(changes).filter(([name, value]) => isFollowing(name, value))
  const readOnly = Object.entries(sent?.readOnly ?? {}).filter(([name, value]) =>
    differing({ name, value, isNew, isBlind }, records),
  )
  return [...following, ...readOnly].map(([name]) => name)
}

/** True if no version of the record, before or after the write, has the sent value. */
export function differing({ name, value, isNew, isBlind }: Said, records: readonly Members[]): boolean {
  // A new record has nothing yet that null could contradict.
  if (isNew && value === null) return false
  if (isBlind && !alwaysShown.includes(name)) return true
  return records.every((record) => plain(record[name] ?? null) !== plain(value))
}

/** For date-times and UUIDs, which have several spellings. */
const plain = (value: unknown) => {
  if (typeof value !== 'string') return value
  const moment = /^\d{4}-\d\d-\d\dt/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? value.toLowerCase() : moment
}

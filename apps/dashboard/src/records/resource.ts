import type { RecordFacts } from '@matterbase/schemas'
import { records } from 'virtual:operations'

/** A kind of record with bulk operations. */
export type Resource = RecordFacts

export const resources: readonly Resource[] = Object.values(records)
export const { matters, clients, timeEntries, expenses } = records

export const counted = (count: number, { one, many }: Pick<Resource, 'one' | 'many'>) =>
  `${count} ${count === 1 ? one : many}`

import { changes as readPaths } from 'virtual:operations'
import { isCallError } from './call-error.ts'
import { call } from './call.ts'
import { fieldsToKeep, isSame } from './conflicts.ts'
import type { ConflictTexts, Fields } from './conflicts.ts'
import type { CallInput, ReadOf, RecordAt, WholeKey } from './contract.ts'

export interface WholeOptions<K extends WholeKey> extends ConflictTexts {
  /** The record as it was when the user began to edit it. */
  readonly seen: RecordAt<ReadOf<K>>
  /** The body that the form sends for a record that is not changed. */
  readonly bodyOf: (record: RecordAt<ReadOf<K>>) => object
}

interface SavedWhole<K extends WholeKey> {
  /** The record after it was saved. */
  readonly record: RecordAt<ReadOf<K>>
  /** False if the user kept the other member's value of every changed field. */
  readonly isSaved: boolean
}

// More changes by others within one save are not the work of people.
const mostRepeats = 5

/**
 * Saves a form that holds a whole, such as the settings of the firm. If another member changed it since it was seen, the
 * fields that the user left alone stay as they are now, and the user decides about each field that both changed.
 *
 * @throws {CallError} when the server refuses the change or the user cancels it.
 */
export async function saveWhole<K extends WholeKey>(
  key: K,
  { params, body }: CallInput<K>,
  { seen, bodyOf, labels, texts }: WholeOptions<K>,
): Promise<SavedWhole<K>> {
  const isPatch = key.startsWith('PATCH ')
  const fieldsOf = (record: RecordAt<ReadOf<K>>) => fieldsIn(bodyOf(record))
  let record = seen
  let yours = fieldsIn(body)
  const first = fieldsOf(seen)
  const isChanged = Object.keys(yours).some((name) => !isSame(yours[name], first[name]))
  for (let repeats = 0; ; repeats++) {
    const before = fieldsOf(record)
    const changed = Object.entries(yours).filter(([name, value]) => !isSame(value, before[name]))
    try {
      // The body has fields of the operation only.
      const input: unknown = { params, body: isPatch ? Object.fromEntries(changed) : yours }
      const answer = (await call(key, input as CallInput<K>, {
        seen: record as object | null,
        attempt: undefined,
      })) as object
      // Most operations return the record as the GET does. It is saved even if it cannot be read again.
      const after = 'data' in answer ? answer : { data: await readWhole(key, params).catch(() => record) }
      return { record: after.data as RecordAt<ReadOf<K>>, isSaved: changed.length > 0 || !isChanged }
    } catch (error) {
      if (!isCallError(error, 'precondition_failed') || repeats === mostRepeats) throw error
    }
    const current = await readWhole(key, params)
    const theirs = fieldsOf(current)
    const kept = await fieldsToKeep({ seen: before, theirs, yours }, { labels, texts, by: () => Promise.resolve(null) })
    yours = Object.fromEntries(
      Object.entries(yours).map(([name, value]) => [name, kept.includes(name) ? theirs[name] : value]),
    )
    record = current
  }
}

const fieldsIn = (body: unknown): Fields => ({ ...(body as object) })

async function readWhole<K extends WholeKey>(key: K, params: object | undefined): Promise<RecordAt<ReadOf<K>>> {
  const path = readPaths[key] ?? ''
  // The contract names the path of the read by a path.
  const answer: object = await call(`GET ${path}` as 'GET /firm', { params } as object, { isQuiet: true })
  return (answer as { data: RecordAt<ReadOf<K>> }).data
}

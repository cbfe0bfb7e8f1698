import { differing } from '@matterbase/domain'
import { validationFailed } from '../http/errors/api-error.ts'
import type { Context } from '../http/operations/context.ts'

interface Written {
  /** The record before the write, as JSON text. Undefined for a new one. */
  readonly before?: string | undefined
  /** Other fields of the request that had no effect. */
  readonly unknown?: readonly string[]
}

/**
 * Reports the sent read-only fields whose value differs from the record, before and after the write. Belongs into the
 * transaction of the write, which an error in strict mode rolls back.
 *
 * @throws ApiError validation_failed in strict mode.
 */
export function noteReadOnly(
  { sent, noteDisregarded }: Context,
  after: string | object,
  { before, unknown = [] }: Written = {},
): void {
  noteDisregarded(unknown)
  if (!sent || Object.keys(sent.readOnly).length === 0) return
  const records = [asRecord(after), ...(before === undefined ? [] : [asRecord(before)])]
  const names = Object.keys(sent.readOnly).filter((path) => {
    const name = path.split('.').at(-1) ?? path
    return differing({ name, value: sent.readOnly[path], isNew: before === undefined, isBlind: sent.isBlind }, records)
  })
  if (sent.isStrict && names.length > 0)
    throw validationFailed(
      names.map((field) => ({ field, code: 'read_only', message: 'is set by the service. Leave it out' })),
    )
  noteDisregarded([...names, ...unknown])
}

const asRecord = (record: string | object) =>
  (typeof record === 'string' ? JSON.parse(record) : record) as Readonly<Record<string, unknown>>

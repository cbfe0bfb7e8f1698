import type { Values } from '../records/record.ts'
import type { WriteRequest } from './batch.ts'

/** Names of the records, the number and the idempotency key of a write. Two writes with one name are not in one batch. */
export function namesOf({ kind: { noun, number: field }, write, once }: WriteRequest): string[] {
  const changes: Values = write.as === 'delete' ? {} : write.changes
  const externalId = changes['external_id']
  const number = field === undefined ? undefined : changes[field]
  return [
    ...('id' in write ? [`${noun} ${write.id}`] : []),
    ...(typeof externalId === 'string' ? [`${noun} = ${externalId}`] : []),
    ...(typeof number === 'string' ? [`${noun} # ${number}`] : []),
    ...(once ? [`${once.key.keyId} \0 ${once.key.key}`] : []),
  ]
}

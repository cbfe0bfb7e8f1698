import type { Operation } from '@matterbase/schemas'
import type { Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'

/** What is kept for good. What is uploaded is counted exactly in the transaction that writes it. */
const records = new Set(['matters:write', 'clients:write', 'leads:write', 'leads:manage', 'invoices:write', 'timer'])

/** @throws ApiError limit_reached for a write that can add records, of an account that stores more than it may. */
export function requireRoomFor(operation: Operation<string>, { isFull }: Caller): void {
  if (!isFull || operation.method === 'delete' || !operation.body || !records.has(operation.scope ?? '')) return
  throw new ApiError(
    'limit_reached',
    'This account has used all its storage. Delete documents or records that you do not need, or ask the operator of this server for more.',
  )
}

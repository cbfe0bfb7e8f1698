import { isDeepStrictEqual } from 'node:util'
import type { Sealer } from '@matterbase/db'
import { z } from 'zod'
import { invalid, invalidFields } from '../../verbs/refused.ts'

/** Where a page ended: the value it was sorted by, and the id that settles ties. */
export interface Position {
  readonly key: string
  readonly id: string
}

const Cursor = z.object({ query: z.record(z.string(), z.unknown()), key: z.string(), id: z.string() })

/**
 * Cursors are sealed: what comes back is what went out, for the same list of the same workspace.
 * `scope` says which list that is.
 */
export function writeCursor(sealer: Sealer, scope: string, query: object, { key, id }: Position): string {
  return Buffer.from(sealer.seal(JSON.stringify({ query, key, id }), scope)).toString('base64url')
}

/** @throws RefusedError validation_failed when it is not one of ours. */
export function readCursor(
  sealer: Sealer,
  scope: string,
  cursor: string,
): { query: Record<string, unknown>; position: Position } {
  try {
    const sealed = Buffer.from(cursor, 'base64url')
    // Decoding passes over what is not base64url.
    if (sealed.toString('base64url') !== cursor) throw new Error('Not as it was written')
    const { query, key, id } = Cursor.parse(JSON.parse(sealer.open(sealed, scope)))
    return { query, position: { key, id } }
  } catch {
    throw invalid('cursor', 'invalid_cursor', 'is not a next_cursor of this list')
  }
}

/** @throws RefusedError validation_failed when parameters beside a cursor say something else than it does. */
export function requireAgreement(carried: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) {
  const details = Object.entries(given)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(carried[name], value))
    .map(([field]) => ({
      field,
      code: 'cursor_mismatch',
      message: 'must be as it was when the cursor was made, or be left out',
    }))
  if (details.length > 0) throw invalidFields(details)
}

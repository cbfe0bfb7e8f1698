import { isDeepStrictEqual } from 'node:util'
import type { Sealer } from '@matterbase/db'
import { z } from 'zod'
import { invalid, invalidFields } from '../../verbs/refused.ts'

/** Where a page ended: the value it was sorted by, and the id that settles ties. */
export interface Position {
  readonly key: string
  readonly id: string
}

/** The content of a cursor. */
interface Carried {
  readonly query: Readonly<Record<string, unknown>>
  /** The sync epoch of the workspace. */
  readonly epoch?: string | undefined
}

const Cursor = z.object({
  query: z.record(z.string(), z.unknown()),
  key: z.string(),
  id: z.string(),
  // Cursors from the version before have none.
  epoch: z.string().optional(),
})

/**
 * Cursors are sealed: what comes back is what went out, for the same list of the same workspace.
 * `scope` says which list that is.
 */
export function writeCursor(sealer: Sealer, scope: string, carried: Carried, { key, id }: Position): string {
  return Buffer.from(sealer.cursors.seal(JSON.stringify({ ...carried, key, id }), scope)).toString('base64url')
}

/** @throws RefusedError validation_failed when it is not one of ours. */
export function readCursor(sealer: Sealer, scope: string, cursor: string): Carried & { readonly position: Position } {
  try {
    const sealed = Buffer.from(cursor, 'base64url')
    // Decoding passes over what is not base64url.
    if (sealed.toString('base64url') !== cursor) throw new Error('Not as it was written')
    const { query, epoch, key, id } = Cursor.parse(JSON.parse(sealer.cursors.open(sealed, scope)))
    return { query, epoch, position: { key, id } }
  } catch {
    throw invalid(
      'cursor',
      'invalid_cursor',
      'is not a next_cursor of this list. Send the next_cursor of the page before, or leave it out',
    )
  }
}

/** @throws RefusedError validation_failed when a parameter differs from the value in the cursor. */
export function requireAgreement(carried: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) {
  const details = Object.entries(given)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(carried[name], value))
    .map(([field]) => ({
      field,
      code: 'cursor_mismatch',
      message: 'does not match the cursor. Leave it out, or start again without cursor',
    }))
  if (details.length > 0) throw invalidFields(details)
}

import { json, orNull, Prisma, text } from '@matterbase/db'
import type { Row } from '@matterbase/db'
import { z } from 'zod'
import { RefusedError } from '../../verbs/refused.ts'

/** Moments are milliseconds since 1970. */
const Gaps = z.object({
  /** The latest change in the backup that the server was restored from. */
  restored_from: z.number().nullable(),
  restored_at: z.number().nullable(),
  /** Deleted records with an earlier stamp may be forgotten. */
  tombstones_from: z.number().nullable(),
  /** The workspace has no records from before. */
  begun_at: z.number(),
})

/** The sync epoch of a workspace, and what copies of it can have missed. */
export const historyColumns = {
  epoch: text,
  /** Null in a workspace without gaps. */
  gaps: orNull(json(Gaps)),
}

export type History = Row<typeof historyColumns>

const ms = (moment: Prisma.Sql) => Prisma.sql`extract(epoch FROM ${moment}) * 1000`

/** An expression over `workspaces AS workspace`. Workspaces from before the column have one that follows from their account. */
export const epochOf = Prisma.sql`coalesce(workspace.epoch,
  overlay(overlay(md5(workspace.owner_uuid::text || workspace.environment::text) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid)::text`

/** The columns, over `workspaces AS workspace`. */
export const historyOf = Prisma.sql`${epochOf} AS epoch,
  CASE WHEN workspace.restored_at IS NOT NULL OR workspace.tombstones_from IS NOT NULL THEN json_build_object(
    'restored_from', ${ms(Prisma.sql`workspace.restored_from`)}, 'restored_at', ${ms(Prisma.sql`workspace.restored_at`)},
    'tombstones_from', ${ms(Prisma.sql`workspace.tombstones_from`)},
    'begun_at', (SELECT ${ms(Prisma.sql`account.created_at`)} FROM accounts AS account WHERE account.owner_uuid = workspace.owner_uuid)
  ) END AS gaps`

/** The epoch and position that the reader's copy has. */
export interface Known {
  readonly epoch?: string | undefined
  /** The last stamp of the previous page. */
  readonly cursorEpoch?: string | undefined
  readonly updated_since?: string | undefined
  readonly include_deleted?: boolean | undefined
}

/** @throws RefusedError sync_reset when the copy cannot be continued. */
export function requireHistory(history: History, known: Known): void {
  requireEpoch(history.epoch, known.epoch)
  if (known.cursorEpoch !== undefined && known.cursorEpoch !== history.epoch)
    throw reset('cursor', 'is from before the server was restored or the sample data was reset')
  if (known.updated_since !== undefined) requireMoment(history, known, known.updated_since)
}

/** @throws RefusedError sync_reset when a copy has another epoch. */
export function requireEpoch(epoch: string, ofCopy: string | undefined): void {
  if (ofCopy === undefined || ofCopy === epoch) return
  throw reset(
    'epoch',
    'the records of this workspace have another history than your copy. The server was restored from a backup, the sample data was reset, or your copy is from another workspace',
  )
}

// A moment in the future is allowed, because the clock of a caller can be ahead.
function requireMoment({ gaps }: History, { epoch, include_deleted: deleted }: Known, since: string) {
  if (!gaps) return
  const at = Date.parse(since)
  const { restored_from: from, restored_at: to, tombstones_from: kept, begun_at: begun } = gaps
  // Who sends the epoch of now has read it since.
  if (epoch === undefined && from !== null && to !== null && at > from && at < to)
    throw reset(
      'updated_since',
      `${since} is among changes that were lost. The server was restored at ${moment(to)}, with records up to ${moment(from)}`,
    )
  if (deleted && kept !== null && at >= begun && at < kept)
    throw reset('updated_since', `${since} is too old. Deleted records are kept from ${moment(kept)} on`)
}

const moment = (at: number) => new Date(at).toISOString()

const reset = (field: string, why: string) =>
  new RefusedError('sync_reset', `${field}: ${why}. Build the copy again from an export`)

import { setTimeout as delay } from 'node:timers/promises'
import {
  deleteClosedAccount,
  endAbandonedListeners,
  eraseEndedFields,
  forgetMailCounts,
  forgetSignIns,
  rewrapSecrets,
  workspacesWithAbandonedListeners,
  workspacesWithEndedFields,
} from '@matterbase/domain'
import { measureStorage, workspacesToMeasure } from '@matterbase/domain/storage'
import type { Db, Sealer } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import { forgetPreviousSecrets, prune } from './prune.ts'
import type { Settings } from '../runtime/settings.ts'

export interface JanitorDeps {
  db: Db
  sealer: Sealer
  settings: Settings
  log: Logger
}

const batch = 1_000
// Between full batches, so that a large backlog leaves time for other statements.
const pauseMs = 50

/** Deletes old rows and ends abandoned listeners once a minute. Re-encrypts old secrets at its start. */
export function createJanitor({ db, sealer, settings, log }: JanitorDeps): Loop {
  let isRewrapped = false

  async function rewrap() {
    const { count, unreadable } = await rewrapSecrets(db, sealer)
    if (count > 0) log.info({ count }, 'secrets were re-encrypted with the first encryption key')
    if (unreadable.length > 0) log.error({ unreadable }, 'no encryption key opens these secrets')
  }

  async function turn(): Promise<boolean> {
    if (!isRewrapped) await rewrap()
    isRewrapped = true
    await forgetPreviousSecrets(db)
    await forgetSignIns(db)
    await forgetMailCounts(db)
    for (const workspace of await workspacesToMeasure(db)) await measureStorage(db, workspace)
    for (const workspace of await workspacesWithAbandonedListeners(db)) await endAbandonedListeners(db, workspace)
    for (const workspace of await workspacesWithEndedFields(db)) await eraseEndedFields(db, workspace)
    const ofClosed = await deleteClosedAccount(db, batch)
    const deleted = await prune(db, { keepDays: settings.keepDays, batch })
    if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'old rows were deleted')
    const isFull = ofClosed > 0 || Object.values(deleted).some((count) => count >= batch)
    if (isFull) await delay(pauseMs)
    return isFull
  }

  return createLoop(turn, {
    everyMs: settings.pruneMs,
    onError: (error) => log.warn({ err: error }, 'old rows could not be deleted'),
  })
}

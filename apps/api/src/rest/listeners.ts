import { setTimeout as delay } from 'node:timers/promises'
import { held } from '@matterbase/db'
import { createListener, endListener, noteListening, receivedAfter, requireOwnAddress } from '@matterbase/domain'
import type { CommandLineContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { requireTestWorkspace } from './deps.ts'
import type { CommandLineDeps } from './deps.ts'

// Polls the database, because a delivery can arrive at any process.
const lookEveryMs = 250
// Notices a listener that ended during a long poll.
const looksBetweenNotes = 20

/** The operations of `matterbase listen`. */
export const listeners = ({
  sealer,
  allowPrivate,
  publicUrl,
  stopping,
}: CommandLineDeps): Handlers<CommandLineContract['listeners']> => ({
  async create({ body: listener }, { caller, write }) {
    requireTestWorkspace(caller)
    await requireOwnAddress(publicUrl, allowPrivate)
    return write(async (tx) => ({
      data: await createListener(tx, caller, { listener, publicUrl, sealer, allowPrivate }),
    }))
  },

  async requests({ params: { id }, query: { after = 0, wait = 0 } }, { caller, sql }) {
    requireTestWorkspace(caller)
    const listening = { workspaceId: caller.workspaceId, id, after }
    const until = performance.now() + wait * 1_000
    held.turns.long_poll.running++
    try {
      // Ends when the caller has gone, because `sql` refuses to read for it.
      for (let looks = 0; ; looks++) {
        if (looks % looksBetweenNotes === 0) await noteListening(sql, caller, listening)
        const received = await receivedAfter(sql, listening)
        if (received.length > 0 || performance.now() >= until || stopping?.aborted)
          return { data: received.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64') })) }
        await delay(lookEveryMs, undefined, { ...(stopping && { signal: stopping }) }).catch(() => undefined)
      }
    } finally {
      held.turns.long_poll.running--
    }
  },

  async delete({ params: { id } }, { caller, write }) {
    requireTestWorkspace(caller)
    return write(async (tx) => {
      await endListener(tx, caller, { id })
      return { success: true as const }
    })
  },
})

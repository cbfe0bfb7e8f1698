import { reader } from '@matterbase/db'
import { findInboxByToken, hashToken, storeForListener, storeReceived } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { Router } from 'express'
import type { Request } from 'express'
import type { AuthFailures } from '../../../http/access/auth-failures.ts'
import { ApiError, notFound } from '../../../http/errors/api-error.ts'
import { busy } from '../../../http/errors/overloaded.ts'
import type { LargeBodies } from '../../../http/input/large-bodies.ts'
import { readSentBytes } from '../../../http/input/read-bytes.ts'
import { sendJson } from '../../../http/answer/respond.ts'
import { addressOf } from '../../../http/log/request-state.ts'

const oneMebibyte = 1024 * 1024

/** Receives the webhooks of test inboxes: `POST /inbox/<token>`. */
export function inboxReceiver(db: Db, largeBodies: LargeBodies, wrongLinks: AuthFailures): Router {
  const router = Router({ caseSensitive: true })
  router.post('/:token', async (req, res) => {
    const { token } = req.params
    const attempt = { address: addressOf(req), requester: res, keyHash: () => hashToken(token) }
    const inbox = await wrongLinks.guard(attempt, () => requireInbox(db, token))
    const hold = (bytes: number) => largeBodies.hold(`inbox/${inbox.workspace_id}`, bytes, res)
    const bytes = await readSentBytes(req, { requester: res, mostBytes: oneMebibyte, hold })
    const sql = reader(db, inbox.workspace_id, { kind: 'one', requester: res })
    const received = { headers: headersOf(req), body: bytes }
    if (!inbox.is_listener) await storeReceived(sql, inbox, received)
    else if (!(await storeForListener(sql, inbox, received)))
      throw busy('This listener has too many undelivered events. Wait for it to read them, then retry.', 5)
    sendJson(res, 200, '{"received":true}')
  })
  router.all('/:token', (req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not allowed at this path. Use POST.`, {
      headers: { Allow: 'POST' },
    })
  })
  return router
}

/** As they came: in their order and letter case. */
function headersOf({ rawHeaders }: Request) {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []))
}

async function requireInbox(db: Db, token: string) {
  const inbox = await findInboxByToken(db, token)
  if (!inbox) throw notFound('No test inbox has this URL. It was deleted, or the URL is incomplete.')
  return inbox
}

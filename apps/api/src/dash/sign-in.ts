import { createSession, endSession, verifyPassword } from '@matterbase/db'
import { Router } from 'express'
import { z } from 'zod'
import { ApiError } from '../http/api-error.ts'
import { decodeBody } from '../http/decode.ts'
import { readBody } from '../http/read-body.ts'
import { sendJson } from '../http/respond.ts'
import type { DashDeps } from './index.ts'

const Credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) })

/** Signing in and out: what sets cookies and so is not part of the contract. */
export function signIn({ db, cookie }: DashDeps): Router {
  const router = Router({ caseSensitive: true })
  router.post('/sign-in', async (req, res) => {
    const body = await readBody(req, res)
    const { data } = decodeBody(Credentials, body?.value, [], false)
    const { email, password } = data as z.output<typeof Credentials>
    const user = await db.user.findUnique({
      where: { email: email.trim().toLowerCase() },
      include: { memberships: { orderBy: { created_at: 'asc' }, take: 1 } },
    })
    const [membership] = user?.memberships ?? []
    if (!user || !membership || !(await verifyPassword(password, user.password_hash)))
      throw new ApiError('wrong_credentials', 'The email address or the password is wrong')
    const token = await createSession(db, {
      userId: user.id,
      ownerUuid: membership.owner_uuid,
      isComplete: true,
      ip: req.socket.remoteAddress ?? '',
      userAgent: req.get('user-agent'),
    })
    res.set('Set-Cookie', cookie.set(token))
    sendJson(res, 200, JSON.stringify({ status: 'signed_in' }))
  })
  router.post('/sign-out', async (req, res) => {
    const token = cookie.read(req)
    if (token !== undefined) await endSession(db, token)
    res.set('Set-Cookie', cookie.clear())
    sendJson(res, 200, JSON.stringify({ success: true }))
  })
  return router
}

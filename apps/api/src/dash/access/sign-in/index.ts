import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { endSession, rememberDevice, signOut, beginSession, entrant } from '@matterbase/domain'
import type { Begun } from '@matterbase/domain'
import { text } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { RateLimiter } from '../../../http/access/rate-limit.ts'
import { countVisit } from '../../../http/access/visits.ts'
import { rateLimited } from '../../../http/errors/rate-limited.ts'
import { decodeBody } from '../../../http/input/decode.ts'
import { readBody } from '../../../http/input/read-body.ts'
import { sendJson } from '../../../http/answer/respond.ts'
import type { DashDeps } from '../../deps.ts'
import { deviceOf, signInVisitorOf, visitorOf } from '../../../http/browser/visitor.ts'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { describeLink, followLink, LinkForm } from './links.ts'

import { signInWithCode } from './second-factor.ts'
import { requirePassword, wrongCredentials } from '../session/password.ts'

const Credentials = z.object({ email: text(254), password: z.string().max(1024) })
const Code = z.object({ code: z.string().max(64) })
const RecoveryCode = z.object({ recovery_code: z.string().max(64) })

// The limit of a body. The sender is unknown.
const mostBytes = 16 * 1024

/** Sign-in, sign-out and links. They need no session, so they are not part of the contract. */
export function signIn(deps: DashDeps): Router {
  const { db, cookie, visitLimiter } = deps
  const router = Router({ caseSensitive: true })
  router.use(['/sign-in', '/sign-out', '/links'], limitVisits(visitLimiter))

  const from = (req: Request) => signInVisitorOf(req, cookie)

  /** Replaces the browser's session, and remembers the device of a complete sign-in. */
  async function startSession(req: Request, res: Response, { status, userId, token }: Begun) {
    const before = cookie.read(req)
    if (before !== undefined) await endSession(db, before)
    const cookies = [cookie.set(token)]
    if (status === 'signed_in') cookies.push(cookie.device.set(await rememberDevice(db, userId, deviceOf(req, cookie))))
    res.set('Set-Cookie', cookies)
    sendJson(res, 200, JSON.stringify({ status }))
  }

  router.post('/sign-in', async (req, res) => {
    const credentials = await bodyOf(Credentials, req)
    await startSession(req, res, await signInWithPassword(db, credentials, from(req)))
  })

  router.post('/sign-in/code', async (req, res) => {
    const factor = await bodyOf(Code, req)
    await startSession(req, res, await signInWithCode(deps, cookie.read(req), factor, from(req)))
  })

  router.post('/sign-in/recovery-code', async (req, res) => {
    const factor = await bodyOf(RecoveryCode, req)
    await startSession(req, res, await signInWithCode(deps, cookie.read(req), factor, from(req)))
  })

  router.post('/sign-out', async (req, res) => {
    const token = cookie.read(req)
    if (token !== undefined) await transaction(db, (sql) => signOut({ sql }, token, visitorOf(req)))
    res.set('Set-Cookie', cookie.clear())
    sendJson(res, 200, JSON.stringify({ success: true }))
  })

  router.get('/links/:token', async (req, res) => {
    sendJson(res, 200, JSON.stringify(await describeLink(db, req.params.token)))
  })

  router.post('/links/:token', async (req, res) => {
    const form = await bodyOf(LinkForm, req)
    await startSession(req, res, await followLink(db, req.params.token, form, from(req)))
  })
  return router
}

const limitVisits =
  (limiter: RateLimiter): RequestHandler =>
  async (req, _res, next) => {
    const seconds = await countVisit(limiter, req)
    if (seconds === 0) return next()
    throw rateLimited(`Too many requests came from your network. Try again in ${seconds} s.`, seconds)
  }

/** @throws ApiError when the body is not JSON or does not match the schema. */
async function bodyOf<T extends z.ZodObject>(schema: T, req: Request): Promise<z.output<T>> {
  const body = await readBody(req, { requester: req.res, mostBytes })
  if (body?.error) throw body.error
  return decodeBody(schema, body?.value, [], false).data as z.output<T>
}

/** Starts a session with an email address and a password. @throws ApiError wrong_credentials, rate_limited. */
async function signInWithPassword(
  db: Db,
  credentials: z.output<typeof Credentials>,
  visitor: SignInVisitor,
): Promise<Begun> {
  const user = await requirePassword(db, credentials, visitor)
  const { owner_uuid: ownerUuid } = user
  if (ownerUuid === null) throw wrongCredentials()
  return transaction(db, (sql) => beginSession({ sql }, entrant(user, ownerUuid, visitor), {}))
}

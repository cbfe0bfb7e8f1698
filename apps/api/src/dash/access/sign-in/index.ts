import { transaction } from '@matterbase/db'
import { endSession, rememberDevice, signOut } from '@matterbase/domain'
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
import { describeLink, followLink } from './links.ts'
import { LinkForm } from './open-link.ts'
import { signInWithPassword } from './with-password.ts'
import { signInWithCode } from './second-factor.ts'

const Credentials = z.object({ email: text(254), password: z.string().max(1024) })
const Code = z.object({ code: z.string().max(64) })
const RecoveryCode = z.object({ recovery_code: z.string().max(64) })

// Of a body: nobody is known yet who sends it.
const mostBytes = 16 * 1024

/** The ways in and out, which need no session and so are not part of the contract. */
export function signIn(deps: DashDeps): Router {
  const { db, cookie, visitLimiter } = deps
  const router = Router({ caseSensitive: true })
  router.use(['/sign-in', '/sign-out', '/links'], limitVisits(visitLimiter))

  const from = (req: Request) => signInVisitorOf(req, cookie)

  /** The session under way ends, and the new one's cookie takes its place; whoever is in is known from now on. */
  async function enter(req: Request, res: Response, { status, userId, token }: Begun) {
    const before = cookie.read(req)
    if (before !== undefined) await endSession(db, before)
    const cookies = [cookie.set(token)]
    if (status === 'signed_in') cookies.push(cookie.device.set(await rememberDevice(db, userId, deviceOf(req, cookie))))
    res.set('Set-Cookie', cookies)
    sendJson(res, 200, JSON.stringify({ status }))
  }

  router.post('/sign-in', async (req, res) => {
    const credentials = await bodyOf(Credentials, req)
    await enter(req, res, await signInWithPassword(db, credentials, from(req)))
  })

  router.post('/sign-in/code', async (req, res) => {
    const factor = await bodyOf(Code, req)
    await enter(req, res, await signInWithCode(deps, cookie.read(req), factor, from(req)))
  })

  router.post('/sign-in/recovery-code', async (req, res) => {
    const factor = await bodyOf(RecoveryCode, req)
    await enter(req, res, await signInWithCode(deps, cookie.read(req), factor, from(req)))
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
    await enter(req, res, await followLink(db, req.params.token, form, from(req)))
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

/** @throws ApiError when it is not JSON or lacks something. */
async function bodyOf<T extends z.ZodObject>(schema: T, req: Request): Promise<z.output<T>> {
  const body = await readBody(req, { mostBytes })
  if (body?.error) throw body.error
  return decodeBody(schema, body?.value, [], false).data as z.output<T>
}

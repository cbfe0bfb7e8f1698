import { RefusedError } from '@matterbase/domain'
import { Router } from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { RateLimiter } from '../http/access/rate-limit.ts'
import { countVisit } from '../http/access/visits.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { answerTo } from '../http/errors/refusal.ts'
import { overloaded } from '../http/errors/overloaded.ts'
import type { PublicDeps } from './deps.ts'
import { intakePages } from './intake/index.ts'
import { invoicePages } from './invoice/index.ts'
import { sendNotice } from './page.ts'
import { signPages } from './sign/index.ts'
import { typefaceFiles } from './typeface.ts'
import type { PublicWords } from './words-english.ts'

/** The pages without sign-in: intake forms, invoices and documents to sign. */
export function publicPages(deps: PublicDeps): Router {
  const router = Router({ caseSensitive: true })
  router.use(typefaceFiles())
  router.use(['/intake', '/invoice', '/sign'], limitVisits(deps.formLimiter))
  router.use('/intake', intakePages(deps))
  router.use('/invoice', invoicePages(deps))
  router.use('/sign', signPages(deps))
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    const known =
      error instanceof ApiError ? error : error instanceof RefusedError ? answerTo(error) : overloaded(error)
    if (known) sendNotice(res.set(known.headers), known.status, (words) => failure(words, known))
    else next(error)
  })
  return router
}

function failure({ notices: { failed } }: PublicWords, { status, message }: ApiError) {
  const sentence = [429, 503].includes(status) ? failed.later : failed.other
  return { title: failed.title, sentence: sentence || `${message}.` }
}

/** Counts the requests of an address to public pages. Forms have a lower limit of their own. */
function limitVisits(limiter: RateLimiter): RequestHandler {
  return async (req, res, next) => {
    const seconds = await countVisit(limiter, req)
    if (seconds === 0) return next()
    res.set('Retry-After', String(seconds))
    sendNotice(res, 429, ({ notices: { tooMany } }) => ({ ...tooMany, sentence: tooMany.sentence(seconds) }))
  }
}

import { captureLead, findLogo, findPublicForm, isIdentified } from '@matterbase/domain'
import type { Actor, PublicForm } from '@matterbase/domain'
import { contract } from '@matterbase/schemas'
import type { ErrorDetail, LeadInput } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request } from 'express'
import { sameSiteOnly } from '../../http/browser/same-site.ts'
import { visitorOf } from '../../http/browser/visitor.ts'
import { accessTo } from '../../http/access/access.ts'
import { stateOf } from '../../http/log/request-state.ts'
import { sendImage } from '../../http/browser/send-content.ts'
import { ApiError, notFound } from '../../http/errors/api-error.ts'
import { decodeBody } from '../../http/input/decode.ts'
import { readForm, secondsToWait } from '../form.ts'
import type { FormFields } from '../form.ts'
import { sendNotice } from '../page.ts'
import type { PublicDeps } from '../deps.ts'
import { mostDescription, sendForm, sendThanks, trap } from './pages.ts'
import { wordsIn } from '../words.ts'
import type { PublicWords } from '../words-english.ts'

/** The public intake forms of all accounts. */
export function intakePages({ db, formLimiter, publicUrl }: PublicDeps): Router {
  const router = Router({ caseSensitive: true })
  router.use(sameSiteOnly(publicUrl))

  router.get('/:slug', async (req, res) => {
    const form = await findPublicForm(db, req.params.slug)
    if (!form) sendNotice(res, 404, ({ notices }) => notices.noForm)
    else sendForm(res, form)
  })

  router.get('/:slug/thanks', async (req, res) => {
    const form = await findPublicForm(db, req.params.slug)
    if (!form) sendNotice(res, 404, ({ notices }) => notices.noForm)
    else sendThanks(res, form)
  })

  router.get('/:slug/logo', async (req, res) => {
    const form = await findPublicForm(db, req.params.slug)
    const logo = form && (await findLogo(db, form.workspace_id))
    if (!logo) throw notFound()
    sendImage(res, logo)
  })

  router.post('/:slug', async (req, res) => {
    const form = await findPublicForm(db, req.params.slug)
    if (!form || !form.is_open) {
      res.redirect(303, `/intake/${encodeURIComponent(req.params.slug)}`)
      return
    }
    const typed = await readForm(req, res)
    const seconds = await secondsToWait(formLimiter, 'intake', req)
    if (seconds > 0) {
      res.set('Retry-After', String(seconds))
      sendForm(res, form, { status: 429, typed, alert: wordsIn(form.locale).intake.wait(Math.ceil(seconds / 60)) })
      return
    }
    const { lead, details } = leadOf(typed, wordsIn(form.locale))
    if (lead === undefined) {
      sendForm(res, form, { status: 400, typed, details })
      return
    }
    // A known lead is merged. The response is the same, so that it does not reveal known addresses.
    const { traceparent } = stateOf(req)
    const { write } = accessTo(db, form.workspace_id, { kind: 'one', requester: res, traceparent })
    if (!typed[trap]) await write((tx) => captureLead(tx, visitorTo(form, req), lead))
    res.redirect(303, `/intake/${encodeURIComponent(form.slug)}/thanks`)
  })
  return router
}

/** The visitor who fills in the form. May create a lead and read nothing. */
function visitorTo(
  { workspace_id: workspaceId, owner_uuid: ownerUuid, is_test: isTest }: PublicForm,
  req: Request,
): Actor {
  const by = { kind: 'visitor' as const, by: 'intake form' as const, ...visitorOf(req) }
  return { workspaceId, ownerUuid, environment: isTest ? 'test' : 'live', permissions: ['leads:write'], by }
}

/** The checks of the API, with messages that name no fields of the API. */
function leadOf(
  { urgency, ...fields }: FormFields,
  { intake: words }: PublicWords,
): { lead?: LeadInput; details: readonly ErrorDetail[] } {
  const leadData = { ...fields, ...(urgency && { urgency }) }
  // A browser counts a line break as one character, and sends two.
  if ((fields['description']?.replaceAll('\r\n', '\n').length ?? 0) > mostDescription) {
    const message = words.faults.too_long || 'must be at most 10,000 characters long'
    return { details: [{ field: 'description', code: 'too_long', message }] }
  }
  try {
    const { data } = decodeBody(contract.leads.create.body, { leadData }, [], false)
    const { leadData: lead } = data as { leadData: LeadInput }
    if (isIdentified(lead)) return { lead, details: [] }
    return { details: [{ field: 'email', code: 'required', message: words.needed }] }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    const details = error.body['details'] as readonly ErrorDetail[]
    return {
      details: details.map(({ field, code, message }) => {
        const fault = code === 'invalid_format' || code === 'too_long' ? words.faults[code] : words.faults.other
        return { field: field.replace('leadData.', ''), code, message: fault || message }
      }),
    }
  }
}

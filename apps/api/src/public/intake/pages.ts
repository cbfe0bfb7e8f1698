import type { Letterhead } from '@matterbase/domain'
import type { ErrorDetail } from '@matterbase/schemas'
import type { Response } from 'express'
import type { FormFields } from '../form.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'
import { trap } from './trap.ts'

/** An intake form as its visitors see it. */
export interface PublicForm extends Letterhead {
  readonly workspace_id: number
  readonly owner_uuid: string
  readonly slug: string
  readonly title: string
  readonly introduction: string
  readonly practice_areas: readonly string[]
  readonly is_open: boolean
  readonly is_test: boolean
}

interface Sent {
  readonly status: number
  readonly typed: FormFields
  readonly details?: readonly ErrorDetail[]
  /** Why nothing was taken, where it is not for a field. */
  readonly alert?: string
}

// What was typed is shown again as far as the field takes it.
const mostDescription = 10_000

const labels: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  practice_area: 'What is it about?',
  urgency: 'How urgent is it?',
  description: 'What happened?',
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', phone: 'tel' }
const autocomplete: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  company: 'organization',
}

/** Sends the form, as it was filled in where it was sent already; or the word that it is closed. */
export function sendForm(res: Response, form: PublicForm, sent?: Sent) {
  const { slug, title, introduction, practice_areas: areas, firm_name: firm, is_test: isTest } = form
  const page = { title: `${title} · ${firm}`, isTest, mayBeFramed: true, masthead: mastheadOf(form) }
  if (!form.is_open) {
    const body = markup`<h1>${title}</h1>
      <p>This form is closed at the moment.</p>`
    sendPage(res, { ...page, status: 410, body })
    return
  }
  const field = (name: string, control: (attributes: Html) => Html) => fieldOf(name, sent, control)
  const input = (name: string, max: number) =>
    field(
      name,
      (attributes) =>
        markup`<input
          ${attributes}
          type="${inputTypes[name] ?? 'text'}"
          maxlength="${max}"
          autocomplete="${autocomplete[name] ?? 'off'}"
          value="${sent?.typed[name]?.slice(0, max)}"
        />`,
    )
  const body = markup`<h1>${title}</h1>
    ${introduction !== '' && markup`<p class="pre">${introduction}</p>`} ${summaryOf(sent)}
    <form method="post" action="/intake/${slug}" novalidate>
      <div class="pair">
        ${input('first_name', 255)}${input('last_name', 255)}${input('email', 254)}${input('phone', 64)}
      </div>
      ${input('company', 255)}
      ${areas.length === 0 ? input('practice_area', 255) : field('practice_area', (attributes) => choiceOf(attributes, areas, sent?.typed['practice_area']))}
      ${field('urgency', (attributes) => urgencyOf(attributes, sent?.typed['urgency']))}
      ${field('description', (attributes) => markup`<textarea ${attributes} maxlength="${mostDescription}" rows="6">${sent?.typed['description']?.slice(0, mostDescription)}</textarea>`)}
      <div class="away" aria-hidden="true">
        <label>Website <input name="${trap}" tabindex="-1" autocomplete="off" /></label>
      </div>
      <p class="muted">
        An email address or a first name is needed. ${firm} receives what you send and nobody else.
      </p>
      <button type="submit">Send</button>
    </form>`
  sendPage(res, { ...page, status: sent?.status ?? 200, body })
}

/** Sends what everybody sees who has sent the form. */
export function sendThanks(res: Response, form: PublicForm) {
  const { title, firm_name: firm, slug, is_test: isTest } = form
  const body = markup`<h1>Thank you</h1>
    <p>${firm} has received your message and will get back to you.</p>
    <p><a href="/intake/${slug}">Send another one</a></p>`
  sendPage(res, { title: `Thank you · ${title}`, isTest, mayBeFramed: true, masthead: mastheadOf(form), body })
}

const mastheadOf = ({ firm_name: name, firm_logo: logo, slug }: PublicForm) => ({
  name,
  logo: logo && `/intake/${slug}/logo?v=${logo}`,
})

function fieldOf(name: string, sent: Sent | undefined, control: (attributes: Html) => Html): Html {
  const error = sent?.details?.find(({ field }) => field === name)?.message
  const attributes = markup`id="${name}" name="${name}"${error !== undefined && markup` aria-invalid="true" aria-describedby="${name}-error"`}`
  return markup`<div class="field">
    <label for="${name}">${labels[name]}</label>${control(attributes)}${
      error !== undefined && markup`<span class="error" id="${name}-error">${labels[name]} ${error}</span>`
    }
  </div>`
}

function summaryOf(sent: Sent | undefined): Html | false {
  if (!sent) return false
  const { details = [], alert } = sent
  const links = details.map(
    ({ field, message }) => markup`<li><a href="#${field}">${labels[field] ?? field} ${message}</a></li>`,
  )
  return markup`<div class="alert" role="alert">
    ${alert ?? 'Nothing was sent yet. Please look at this again:'}${
      links.length > 0 &&
      markup`<ul>
        ${links}
      </ul>`
    }
  </div>`
}

function choiceOf(attributes: Html, options: readonly string[], chosen: string | undefined): Html {
  const items = ['', ...options].map(
    (option) =>
      markup`<option value="${option}"${option === chosen && markup` selected`}>${option || 'Please choose'}</option>`,
  )
  return markup`<select ${attributes}>${items}</select>`
}

const urgencies = { low: 'Not urgent', medium: 'Within some weeks', high: 'Very urgent' }

function urgencyOf(attributes: Html, chosen = 'medium'): Html {
  const items = Object.entries(urgencies).map(
    ([value, label]) => markup`<option value="${value}" ${value === chosen && markup` selected`}>${label}</option>`,
  )
  return markup`<select ${attributes}>
    ${items}
  </select>`
}

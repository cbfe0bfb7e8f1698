import type { PublicForm } from '@matterbase/domain'
import type { ErrorDetail } from '@matterbase/schemas'
import type { Response } from 'express'
import type { FormFields } from '../form.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'
import { wordsIn } from '../words.ts'
import type { PublicWords } from '../words-english.ts'

interface Sent {
  readonly status: number
  readonly typed: FormFields
  readonly details?: readonly ErrorDetail[]
  /** Why the form was refused, if no field is wrong. */
  readonly alert?: string
}

/** The name of a field that only bots see and fill in. The name means nothing to password managers, so that they leave it empty. */
export const trap = 'leave_empty'

/** The longest description that a visitor can send. */
export const mostDescription = 10_000

const inputTypes: Readonly<Record<string, string>> = { email: 'email', phone: 'tel' }
const autocomplete: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  company: 'organization',
}

/** Sends the form, filled in after an error. A closed form sends a notice. */
export function sendForm(res: Response, form: PublicForm, sent?: Sent) {
  const { slug, title, introduction, practice_areas: areas, firm_name: firm, is_test: isTest } = form
  const words = wordsIn(form.locale)
  const { intake } = words
  const page = { words, title: `${title} · ${firm}`, isTest, mayBeFramed: true, masthead: mastheadOf(form) }
  if (!form.is_open) {
    const body = markup`<h1>${title}</h1>
      <p>${intake.closed}</p>`
    sendPage(res, { ...page, status: 410, body })
    return
  }
  const field = (name: string, control: (attributes: Html) => Html) => fieldOf({ name, sent, intake }, control)
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
    ${introduction !== '' && markup`<p class="pre">${introduction}</p>`} ${summaryOf(sent, intake)}
    <form method="post" action="/intake/${slug}" novalidate>
      <div class="pair">
        ${input('first_name', 255)}${input('last_name', 255)}${input('email', 254)}${input('phone', 64)}
      </div>
      ${input('company', 255)}
      ${areas.length === 0 ? input('practice_area', 255) : field('practice_area', (attributes) => choiceOf(attributes, ['', ...areas], { chosen: sent?.typed['practice_area'], intake }))}
      ${field('urgency', (attributes) => urgencyOf(attributes, intake, sent?.typed['urgency']))}
      ${field('description', (attributes) => markup`<textarea ${attributes} maxlength="${mostDescription}" rows="6">${sent?.typed['description']?.slice(0, mostDescription)}</textarea>`)}
      <div class="away" aria-hidden="true">
        <label>${intake.trap} <input name="${trap}" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore /></label>
      </div>
      <p class="muted">${intake.hint(firm)}</p>
      <button type="submit">${intake.send}</button>
    </form>`
  sendPage(res, { ...page, status: sent?.status ?? 200, body })
}

/** Sends the page after the form. */
export function sendThanks(res: Response, form: PublicForm) {
  const { title, firm_name: firm, slug, is_test: isTest } = form
  const words = wordsIn(form.locale)
  const { intake } = words
  const body = markup`<h1>${intake.thanks}</h1>
    <p>${intake.received(firm)}</p>
    <p><a href="/intake/${slug}">${intake.another}</a></p>`
  sendPage(res, {
    words,
    title: `${intake.thanks} · ${title}`,
    isTest,
    mayBeFramed: true,
    masthead: mastheadOf(form),
    body,
  })
}

const mastheadOf = ({ firm_name: name, firm_logo: logo, slug }: PublicForm) => ({
  name,
  logo: logo && `/intake/${slug}/logo?v=${logo}`,
})

interface Field {
  readonly name: string
  readonly sent: Sent | undefined
  readonly intake: Words
}

function fieldOf({ name, sent, intake }: Field, control: (attributes: Html) => Html): Html {
  const label = labelIn(intake, name)
  const error = sent?.details?.find(({ field }) => field === name)?.message
  const attributes = markup`id="${name}" name="${name}"${error !== undefined && markup` aria-invalid="true" aria-describedby="${name}-error"`}`
  return markup`<div class="field">
    <label for="${name}">${label}</label>${control(attributes)}${
      error !== undefined && markup`<span class="error" id="${name}-error">${label} ${error}</span>`
    }
  </div>`
}

type Words = PublicWords['intake']

const labelIn = ({ labels }: Words, field: string) => (labels as Readonly<Record<string, string>>)[field] ?? field

function summaryOf(sent: Sent | undefined, intake: Words): Html | false {
  if (!sent) return false
  const { details = [], alert } = sent
  const links = details.map(
    ({ field, message }) => markup`<li><a href="#${field}">${labelIn(intake, field)} ${message}</a></li>`,
  )
  return markup`<div class="alert" role="alert">
    ${alert ?? intake.again}${
      links.length > 0 &&
      markup`<ul>
        ${links}
      </ul>`
    }
  </div>`
}

interface Choice {
  readonly chosen: string | undefined
  readonly intake: Words
}

function choiceOf(attributes: Html, options: readonly string[], { chosen, intake }: Choice): Html {
  const items = options.map(
    (option) =>
      markup`<option value="${option}"${option === chosen && markup` selected`}>${option || intake.choose}</option>`,
  )
  return markup`<select ${attributes}>${items}</select>`
}

function urgencyOf(attributes: Html, { urgencies }: Words, chosen = 'medium'): Html {
  const items = Object.entries(urgencies).map(
    ([value, label]) => markup`<option value="${value}" ${value === chosen && markup` selected`}>${label}</option>`,
  )
  return markup`<select ${attributes}>
    ${items}
  </select>`
}

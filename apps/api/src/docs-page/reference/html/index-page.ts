import { errorCodes } from '@matterbase/schemas'
import { markup } from '../../../http/browser/html.ts'
import type { Page } from './layout.ts'
import { objects } from './objects.ts'
import { code, inline, json, literal, prose } from './prose.ts'
import { referenceHref } from '../read-reference.ts'
import type { Reference, ReferenceResource } from '../read-reference.ts'

/** What the API is, how to reach it, and what it can do. */
export function indexPage(reference: Reference): Page {
  const { title, description, baseUrl, authentication, resources } = reference
  return {
    href: referenceHref,
    title,
    body: markup`${prose(description)}
<h2 id="base-url">Base URL</h2>
<p>${code(baseUrl)}</p>
<h2 id="authentication">Authentication</h2>
<p>Every request carries an API key: ${code('Authorization: Bearer <key>')}. The examples take it from <code>MATTERBASE_API_KEY</code>.</p>
${authentication.map((text) => markup`${prose(text)}`)}
<h2 id="operations">Operations</h2>
${resources.map(resourceText)}
${errorsText(reference)}
<h2 id="headers">Headers of answers</h2>
<dl>${Object.entries(reference.headers).map(
      ([name, header]) =>
        markup`<div id="${name}"><dt><code>${name}</code></dt><dd><p>${inline(header.description)}</p>${
          header.schema.example !== undefined &&
          markup`<p class="facts">for example ${literal(header.schema.example)}</p>`
        }</dd></div>`,
    )}</dl>`,
  }
}

const resourceText = ({ name, href, description, operations }: ReferenceResource) => markup`
<h3><a href="${href}">${name}</a></h3>
<p>${inline(description)}</p>
<ul class="operations">${operations.map(
  ({ id, method, path, summary, scopes }) =>
    markup`<li><a href="${href}#${id}">${summary}</a> <code>${method} ${path}</code> ${
      scopes.length > 0 && markup`<small>${scopes.join(', ')}</small>`
    }</li>`,
)}</ul>`

function errorsText(reference: Reference) {
  const [error] = reference.resources.flatMap(({ operations }) => operations.flatMap(({ errors }) => errors))
  return markup`
<h2 id="errors">Errors</h2>
<table>
<caption>Every code, the status it comes with, and what it means</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(errorCodes).map(
    ([name, { status, meaning }]) =>
      markup`<tr id="${name}"><th scope="row">${code(name)}</th><td>${status}</td><td>${inline(meaning)}</td></tr>`,
  )}</tbody>
</table>
${error && markup`<p>An error, for example:</p>${json(error.example)}`}
${objects(['ApiError'], reference)}`
}

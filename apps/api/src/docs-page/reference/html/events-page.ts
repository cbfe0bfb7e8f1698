import { markup } from '../../../http/browser/html.ts'
import type { Page } from './layout.ts'
import { objects } from './objects.ts'
import { parameterList } from './fields.ts'
import { code, inline, json, prose } from './prose.ts'
import { eventsHref } from '../read-reference.ts'
import type { Reference, ReferenceEvents } from '../read-reference.ts'
import { nameOf } from '../source.ts'

/** Every kind of event with an example, how it comes, and what an answer to it means. */
export function eventsPage(reference: Reference, { description, headers, kinds, answers }: ReferenceEvents): Page {
  return {
    href: eventsHref,
    title: 'Events',
    body: markup`${prose(description)}
<nav aria-label="On this page">
<ul class="operations">${kinds.map(({ kind, when }) => markup`<li><a href="#${kind}">${kind}</a> ${inline(when)}</li>`)}</ul>
</nav>
${kinds.map(
  ({ kind, when, schema, example }) => markup`<section aria-labelledby="${kind}">
<h2 id="${kind}"><a href="#${kind}">${kind}</a></h2>
<p>${inline(when)} It is a <a href="#${nameOf(schema)}">${nameOf(schema)}</a>:</p>
${json(example)}
</section>
`,
)}
<section aria-labelledby="headers">
<h2 id="headers">Headers</h2>
${parameterList(headers)}
</section>
<section aria-labelledby="answers">
<h2 id="answers">What your answer means</h2>
<dl>${Object.entries(answers).map(
      ([status, meaning]) => markup`<div><dt>${code(status)}</dt><dd><p>${inline(meaning)}</p></dd></div>`,
    )}</dl>
</section>
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
${objects(
  kinds.map(({ schema }) => nameOf(schema)),
  reference,
)}
</section>`,
  }
}

import { markup } from '../../../http/browser/html.ts'
import type { Page } from './layout.ts'
import { objects } from './objects.ts'
import { operationText } from './operation-text.ts'
import { inline } from './prose.ts'
import type { Reference, ReferenceResource } from '../read-reference.ts'
import { refsOf } from './type-text.ts'

/** Every operation of a resource, and the objects it answers. */
export function resourcePage(reference: Reference, { name, description, href, operations }: ReferenceResource): Page {
  const answered = operations.flatMap(({ answers }) => answers.flatMap(({ schema }) => (schema ? refsOf(schema) : [])))
  return {
    href,
    title: name,
    body: markup`<p>${inline(description)}</p>
<nav aria-label="On this page">
<ul class="operations">${operations.map(
      ({ id, method, path, summary }) =>
        markup`<li><a href="#${id}">${summary}</a> <code>${method} ${path}</code></li>`,
    )}</ul>
</nav>
${operations.map((operation) => operationText(operation, reference))}
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
${objects(answered, reference)}
</section>`,
  }
}

import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { curl } from '../curl.ts'
import { answerFields, bodyFields, parameterList } from './fields.ts'
import { inline, joined, json, prose } from './prose.ts'
import { referenceHref } from '../read-reference.ts'
import type { Reference, ReferenceOperation } from '../read-reference.ts'
import { typeText } from './type-text.ts'

/** All there is to know about one operation. */
export function operationText(operation: ReferenceOperation, { baseUrl, schemas }: Reference): Html {
  const { id, method, path, summary, description, parameters, body, answers, errors } = operation
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="path"><code><strong>${method}</strong> ${path}</code></p>
${prose(description)}
<pre class="curl"><code>${curl(baseUrl, operation)}</code></pre>
${parameters.length > 0 && markup`<h3>Parameters</h3>${parameterList(parameters)}`}
${
  body &&
  markup`<h3>Body</h3>${!body.isRequired && markup`<p>It can be left out.</p>`}${bodyFields(body.schema, schemas)}`
}
<h3>Answers</h3>
${answers.map(answerText)}
<h3>Errors</h3>
<ul>${errors.map(
    (error) =>
      markup`<li>${error.status} <a href="${referenceHref}#${error.code}"><code>${error.code}</code></a>: ${inline(error.meaning)}</li>`,
  )}</ul>
</section>
`
}

function answerText({ status, description, headers, schema, example }: ReferenceOperation['answers'][number]): Html {
  const links = headers.map((name) => markup`<a href="${referenceHref}#${name}"><code>${name}</code></a>`)
  return markup`<h4>${status}</h4>
<p>${inline(description)}${schema?.$ref !== undefined && markup`: ${typeText(schema)}`}</p>
<p class="facts">Headers: ${joined(links, ', ')}</p>
${schema?.properties && answerFields(schema)}${example !== undefined && json(example)}`
}

import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { eventsHref, referenceHref } from '../read-reference.ts'
import type { Reference } from '../read-reference.ts'

export interface Page {
  /** Where it is. */
  readonly href: string
  readonly title: string
  readonly body: Html
}

/** A whole page: where else one can go, and this. */
export function layout({ title, resources, events }: Reference, page: Page): string {
  const name = page.href === referenceHref ? `${title} reference` : `${page.title} · ${title} reference`
  const pages = [
    { name: 'Overview', href: referenceHref },
    ...resources,
    ...(events ? [{ name: 'Events', href: eventsHref }] : []),
  ]
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${referenceHref}/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Reference">
<ul>${pages.map((to) => markup`<li><a href="${to.href}"${to.href === page.href && markup` aria-current="page"`}>${to.name}</a></li>`)}</ul>
</nav>
</header>
<main id="content" tabindex="-1">
<h1>${page.title}</h1>
${page.body}
</main>
<footer>
<p>The same <a href="/docs">to try out</a>, as an <a href="/api/v1/openapi.json">OpenAPI document</a>, and <a href="/docs/llms.txt">for language models</a>.</p>
</footer>
</body>
</html>
`.text
}

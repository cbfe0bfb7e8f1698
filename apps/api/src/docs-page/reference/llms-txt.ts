import { eventsHref, referenceHref } from './read-reference.ts'
import type { Reference } from './read-reference.ts'

/** The way in for language models: https://llmstxt.org. */
export function llmsTxt({ title, description, baseUrl, authentication, resources, events }: Reference): string {
  const link = (name: string, path: string, about: string) => `- [${name}](${new URL(path, baseUrl).href}): ${about}`
  const [summary = '', ...rest] = description.split('\n\n')
  return `# ${title}

> ${summary}

Base URL: ${baseUrl}

Every request carries an API key: \`Authorization: Bearer <key>\`.

${[...authentication, ...rest].join('\n\n')}

## Reference

${[
  link('Overview', referenceHref, 'Base URL, authentication, errors, headers and every operation.'),
  ...resources.map(({ name, href, description: about }) => link(name, href, about)),
  ...(events ? [link('Events', eventsHref, 'Every kind of event, with an example.')] : []),
].join('\n')}

## OpenAPI

${link('OpenAPI document', `${baseUrl}/openapi.json`, 'All of it, for machines.')}
`
}

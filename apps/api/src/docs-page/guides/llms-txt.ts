import type { OpenApiDocument } from '@matterbase/schemas'

/** The list that the build of the guides leaves next to them. */
export type GuideIndex = readonly {
  readonly title: string
  /** Each is a Markdown file below `/docs/`. */
  readonly pages: readonly { readonly title: string; readonly page: string; readonly about: string }[]
}[]

/** The entry point for language models, in the format of https://llmstxt.org. */
export function llmsTxt({ info, servers, components }: OpenApiDocument, index: GuideIndex): string {
  const baseUrl = servers?.[0]?.url ?? ''
  const link = (name: string, path: string, about: string) =>
    `- [${name}](${new URL(path, baseUrl).href})${about && `: ${about}`}`
  const [summary = '', ...rest] = (info.description ?? '').split('\n\n')
  const schemes = Object.values(components?.securitySchemes ?? {})
  const authentication = schemes.flatMap((scheme) => ('description' in scheme ? [scheme.description] : []))
  const guides = index.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map(({ title: name, page, about }) => link(name, `/docs/${page}`, about)).join('\n')}`,
  )
  return `# ${info.title}

> ${summary}

Base URL: ${baseUrl}

Every request carries an API key: \`Authorization: Bearer <key>\`.

${[...authentication, ...rest, ...guides].join('\n\n')}

## OpenAPI

${link('OpenAPI document', `${baseUrl}/openapi.json`, 'Every path, field, header, error and event.')}
`
}

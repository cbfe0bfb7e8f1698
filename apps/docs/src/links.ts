import { posix } from 'node:path'

const repository = 'https://github.com/matterbase/matterbase/blob/main'

/** The page that the site makes of a file of the repository: `docs/api/errors.md` becomes `api/errors.md`. */
export function pageOf(file: string): string | undefined {
  if (file === 'packages/sdk/README.md') return 'sdk/index.md'
  if (file === 'packages/sdk/api.md') return 'sdk/api.md'
  return file.startsWith('docs/') && file.endsWith('.md') ? file.slice('docs/'.length) : undefined
}

/**
 * The address, on the site, of a link in a file of the repository. A file that is not a page is read in the public
 * repository.
 */
export function siteLink(file: string, href: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [path = '', ...anchor] = href.split(/(?=#)/)
  const target = posix.join(posix.dirname(file), path)
  const page = pageOf(target)
  return `${page === undefined ? `${repository}/${target}` : `/${page}`}${anchor.join('')}`
}

import { additions } from './additions.ts'
import { breakingChanges } from './breaking-changes.ts'
import type { Json } from './schema-changes.ts'

/** Where the changelog is kept, and the document of the last release. */
export const changelogFile = new URL('../../../docs/changelog.md', import.meta.url)
export const lastReleaseFile = new URL('../released/openapi.json', import.meta.url)

const head = `# API changelog

Made by comparing the OpenAPI documents of releases; what is said here is what a program can see. The [SDK](sdk.md) has a changelog of its own. What may change is in [Versioning](versioning.md).`

/** What is new since the last release, as a section of the page. */
export function nextSection(before: Json, after: Json): string {
  const breaks = breakingChanges(before, after).map((line) => `**Breaking:** ${line}`)
  const lines = [...breaks, ...additions(before, after)].map((line) => `- ${line}`)
  return `## Next release\n\n${lines.length > 0 ? lines.join('\n') : 'Nothing yet.'}`
}

/** The sections of releases, which stay as they were written. */
export const releasesOf = (page: string) => page.slice(Math.max(0, page.search(/^## (?!Next release)/m))).trim()

/** The page with what is next at its top. */
export const changelog = (next: string, releases: string) => `${head}\n\n${next}\n\n${releases}\n`

import { readFileSync } from 'node:fs'
import { additions } from './additions.ts'
import { breakingChanges } from './breaking-changes.ts'
import { sortBreaking } from './on-purpose.ts'
import type { Json } from './schema-changes.ts'

/** Where the changelog is kept, and the document of the last release. */
export const changelogFile = new URL('../../../docs/api/changelog.md', import.meta.url)
export const lastReleaseFile = new URL('../released/openapi.json', import.meta.url)

const head = `# API changelog

What a program can see of each release of the API, by resource. Additions break nothing: ignore fields, events and values that you do not know. [Versioning](versioning.md) describes what can change.

The [changelog of Matterbase](../../CHANGELOG.md) covers the server and the dashboard. The [SDK](../../packages/sdk/README.md) has its own [changelog](../../packages/sdk/CHANGELOG.md).

This page is generated from the OpenAPI documents of two releases.`

/** The changes since the last release, as a section of the page. @param why written by hand, for people. */
export function nextSection(before: Json, after: Json, why = ''): string {
  const { unintended, intended } = sortBreaking(breakingChanges(before, after))
  const breaking = { title: 'Breaking', lines: [...unintended, ...intended] }
  const sections = [breaking, ...additions(before, after)].filter(({ lines }) => lines.length > 0)
  const parts = sections.map(({ title, lines }) => `### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`)
  return ['## Next release', ...(why === '' ? [] : [why]), ...(parts.length > 0 ? parts : ['Nothing yet.'])].join(
    '\n\n',
  )
}

/** The introduction of the next release: the text before its first list. */
export function whyOf(page: string): string {
  const [, text = ''] = /^## Next release\n([^]*?)(?=^#|^- |^Nothing yet\.|(?![^]))/m.exec(page) ?? []
  return text.trim()
}

/** The sections of releases, which stay as they were written. */
export const releasesOf = (page: string) => page.slice(Math.max(0, page.search(/^## (?!Next release)/m))).trim()

/** The page with the changes from the last release to this document. */
export function changelogPage(document: Json): string {
  const page = readFileSync(changelogFile, 'utf8')
  const last = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))
  return changelog(nextSection(last, document, whyOf(page)), releasesOf(page))
}

/** The page with what is next at its top. */
export const changelog = (next: string, releases: string) => `${head}\n\n${next}\n\n${releases}\n`

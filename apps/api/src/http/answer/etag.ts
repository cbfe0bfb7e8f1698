import { tagOf } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import { encode, RawJson } from './raw-json.ts'

export const quoted = (tag: string) => `"${tag}"`

/** The tag of an answer: strong when it is about one record, else weak. */
export function etagOf(answer: object): string {
  const data: unknown = 'data' in answer ? answer.data : undefined
  if (data instanceof RawJson && data.text.startsWith('{')) return quoted(tagOf(data.text))
  // A cursor is sealed anew each time, and says nothing that the rest does not. What is long is hashed where it is.
  const members = Object.entries(answer).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof RawJson ? new RawJson(tagOf(value.text)) : value,
  ])
  return `W/${quoted(tagOf(encode({ ...Object.fromEntries(members), next_cursor: undefined }).join('')))}`
}

/** Whether the caller has this already (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return (
    ifNoneMatch !== undefined &&
    tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
  )
}

/** What the caller has seen, as If-Match says (RFC 9110 §13.1.1): strong tags only, or `*`. */
export function seenOf(ifMatch: string | undefined): Seen | undefined {
  if (ifMatch === undefined) return undefined
  const tags = tagsOf(ifMatch)
  return tags.includes('*') ? 'any' : tags.flatMap((tag) => /^"(.*)"$/.exec(tag)?.[1] ?? [])
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim())

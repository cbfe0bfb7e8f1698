import { tagOf } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import { RawJson } from './raw-json.ts'

export const quoted = (tag: string) => `"${tag}"`

/** The tag of a response: strong for a single record, weak otherwise. */
export function etagOf(answer: object): string {
  const data: unknown = 'data' in answer ? answer.data : undefined
  if (data instanceof RawJson && isRecord(data)) return quoted(tagOfRaw(data))
  // A cursor has a random nonce, and depends on the rest. A long JSON is hashed once for all its responses.
  const members = Object.entries(answer).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof RawJson ? tagOfRaw(value) : value,
  ])
  return `W/${quoted(tagOf(JSON.stringify({ ...Object.fromEntries(members), next_cursor: undefined })))}`
}

const brace = '{'.codePointAt(0)

const isRecord = (data: RawJson) => (data.isLong ? data.bytes[0] === brace : data.text.startsWith('{'))

const tagOfRaw = (raw: RawJson) => raw.once('tag', () => tagOf(raw.isLong ? raw.bytes : raw.text))

/** The tag of an encoded response. Different bytes need a different strong tag (RFC 9110 §8.8.3.3). */
export const encodedTag = (etag: string, encoding: string) =>
  etag.startsWith('W/') ? etag : etag.replace(/"$/, `.${encoding}"`)

// Tags of records have no dot, and no such word. Proxies that compress write `-gzip`.
const plain = (tag: string) => tag.replace(/^W\//, '').replace(/[.;-](?:br|gzip|deflate|zstd)"$/i, '"')

/** The tag of the version that the caller has cached (RFC 9110 §13.1.2, weak comparison), in the encoding of the caller. */
export function knownTag(etag: string, ifNoneMatch: string | undefined): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  const found = tagsOf(ifNoneMatch).find((tag) => tag === '*' || plain(tag) === plain(etag))
  const encoding = found && /\.(br|gzip)"$/.exec(found)?.[1]
  return found && (encoding ? encodedTag(etag, encoding) : etag)
}

/** True if the caller has this version cached. */
export const isKnown = (etag: string, ifNoneMatch: string | undefined) => knownTag(etag, ifNoneMatch) !== undefined

/** The versions in If-Match (RFC 9110 §13.1.1): strong tags only, or `*`. */
export function seenOf(ifMatch: string | undefined): Seen | undefined {
  if (ifMatch === undefined) return undefined
  const tags = tagsOf(ifMatch)
  return tags.includes('*')
    ? 'any'
    : tags.flatMap((tag) => (tag.startsWith('"') ? (/^"(.*)"$/.exec(plain(tag))?.[1] ?? []) : []))
}

/** The versions in `if_match` of a body: each an `etag` as in the record, the value of an ETag header, or `*`. */
export function versionsOf(tags: readonly string[]): Seen {
  const all = tags.map((tag) => tag.trim())
  // A program can have removed the quotes of the header.
  return all.includes('*') ? 'any' : all.map((tag) => plain(`"${tag.replaceAll(/^"|"$/g, '')}"`).slice(1, -1))
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim())

const maxTags = 200

/** The ETags of loaded records, by URL and content. */
const tags = new Map<string, string>()

const nameOf = (url: string, record: object | null) => `${url.split('?')[0]} ${JSON.stringify(record)}`

/** Keeps the ETag of a loaded record. */
export function keepEtag(url: string, answer: unknown, tag: string | null) {
  const record = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  if (!tag?.startsWith('"') || typeof record !== 'object') return
  const name = nameOf(url, record)
  tags.delete(name)
  tags.set(name, tag)
  const [oldest] = tags.keys()
  if (tags.size > maxTags && oldest !== undefined) tags.delete(oldest)
}

/** The ETag of a record as it was loaded, for If-Match. */
export const etagOf = (url: string, record: object | null): string | undefined => tags.get(nameOf(url, record))

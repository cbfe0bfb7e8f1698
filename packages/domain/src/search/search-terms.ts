import { words } from '../core/tx/words.ts'

/** A search query in the forms in which records are looked up. */
export interface SearchTerms {
  /** The query without blanks around it. */
  readonly text: string
  /** A pattern of LIKE for the query anywhere. */
  readonly anywhere: string
  /** A pattern of LIKE for the query at the beginning. */
  readonly beginning: string
  /** False for a query of signs only. */
  readonly hasWords: boolean
  /** The query as the ID of a record, where it can be one. */
  readonly id: number | undefined
  /** The query as the ID of an event or lead, where it can be one. */
  readonly uuid: string | undefined
}

export function searchTermsOf(q: string): SearchTerms {
  const text = q.trim()
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return {
    text,
    anywhere: `%${escaped}%`,
    beginning: `${escaped}%`,
    hasWords: words(text).length > 0,
    id: /^#?[1-9]\d{0,14}$/.test(text) ? Number(text.replace('#', '')) : undefined,
    uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined,
  }
}

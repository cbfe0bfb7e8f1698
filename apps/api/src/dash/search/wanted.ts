import { words } from '@matterbase/domain'

/** What somebody typed, in the forms in which records are looked up by it. */
export interface Wanted {
  /** As typed, without blanks around it. */
  readonly text: string
  /** A pattern of LIKE: the text anywhere. */
  readonly anywhere: string
  /** A pattern of LIKE: the text at the beginning. */
  readonly beginning: string
  /** Whether there is a word to look for. */
  readonly hasWords: boolean
  /** When it can be a record's id. */
  readonly id: number | undefined
  /** When it can be an event's id. */
  readonly uuid: string | undefined
}

export function wantedOf(q: string): Wanted {
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

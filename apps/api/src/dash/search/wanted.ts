import { words } from '@matterbase/domain'

/** What somebody typed, in the forms in which records are looked up by it. */
export interface Wanted {
  /** As typed, without blanks around it. */
  readonly text: string
  /** A pattern of LIKE: the text anywhere. */
  readonly anywhere: string
  /** A pattern of LIKE: the text at the beginning. */
  readonly beginning: string
  /** The words that must stand in a record as they are. */
  readonly whole: readonly string[]
  /** A tsquery for the last word, which may not be complete yet; undefined when there is no word at all. */
  readonly last: string | undefined
  /** When it can be a record's id. */
  readonly id: number | undefined
  /** When it can be an event's id. */
  readonly uuid: string | undefined
}

export function wantedOf(q: string): Wanted {
  const text = q.trim()
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const all = words(text)
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(text)
  const last = all.at(-1)
  return {
    text,
    anywhere: `%${escaped}%`,
    beginning: `${escaped}%`,
    whole: isOpen ? all.slice(0, -1) : all,
    // Words are letters, marks and digits: nothing in them can end the quotes.
    last: last === undefined ? undefined : `'${last}'${isOpen ? ':*' : ''}`,
    id: /^#?[1-9]\d{0,14}$/.test(text) ? Number(text.replace('#', '')) : undefined,
    uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined,
  }
}

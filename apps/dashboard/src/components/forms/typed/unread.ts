// In the value of a form: no text that is typed begins with it.
const mark = '\u0000'

/** What was typed into a box and cannot be read, as the value of its field. */
export const unread = (typed: string) => `${mark}${typed}`

export const isUnread = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark)

export const typedText = (value: string) => (isUnread(value) ? value.slice(mark.length) : value)

/** The path of the first value in a form that cannot be read: `lines.0.quantity`. */
export function firstUnread(values: unknown): string | undefined {
  if (isUnread(values)) return ''
  if (typeof values !== 'object' || values === null) return undefined
  for (const [name, value] of Object.entries(values)) {
    const found = firstUnread(value)
    if (found !== undefined) return found === '' ? name : `${name}.${found}`
  }
  return undefined
}

const levels = 10_000

const filled = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`

/** Members that nothing knows, without the braces around them. */
const unknownMembers = (count: number) => Array.from({ length: count }, (_, n) => `"u${n.toString(36)}":0`).join()

interface Sizes {
  readonly items: number
  readonly members: string
  readonly chars: number
}

const full: Sizes = { items: 100_000, members: unknownMembers(100_000), chars: 1_000_000 }
// Far more than any answer has or any field takes, and read in a fraction of the time.
const smaller: Sizes = { items: 2000, members: unknownMembers(2000), chars: 250_000 }

const sizesOf = (isFull: boolean) => (isFull ? full : smaller)

const payloadsOf = ({ items, members, chars }: Sizes) => ({
  items: filled(items, '0'),
  objects: filled(items, '{}'),
  members: `{${members}}`,
  nesting: `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`,
  text: `"${'x'.repeat(chars)}"`,
})

/** JSON that is large or deep, by what it is. */
export const payloads = payloadsOf(full)

/** The same with less of what it is. */
export const smallerPayloads = payloadsOf(smaller)

export type PayloadName = keyof typeof payloads

/** As many items as an array takes, all of them objects of members that nothing knows. */
export const fullArray = (length: number, isFull: boolean) =>
  filled(length, `{${unknownMembers(Math.max(1, Math.floor((0.9 * sizesOf(isFull).chars) / length / 9)))}}`)

const marker = '@here@'

type Path = readonly (string | number)[]

/** JSON of `value` with `payload` at `path`. */
export const withPayload = (value: unknown, path: Path, payload: string) =>
  textOf(
    withAt(value, path, () => marker),
    `"${marker}"`,
    payload,
  )

/** JSON of `value` with many more members, that nothing knows, in the object at `path`. */
export const withMoreMembers = (value: unknown, path: Path, isFull: boolean) =>
  textOf(
    withAt(value, path, (there) => ({ ...(isObject(there) && there), [marker]: 0 })),
    `"${marker}":0`,
    sizesOf(isFull).members,
  )

const textOf = (value: unknown, from: string, to: string) => JSON.stringify(value).replace(from, () => to)

function withAt(value: unknown, path: Path, change: (there: unknown) => unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return change(value)
  if (typeof first === 'number') return [withAt(Array.isArray(value) ? value[0] : undefined, rest, change)]
  const members = isObject(value) ? (value as Record<string, unknown>) : {}
  return { ...members, [first]: withAt(members[first], rest, change) }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

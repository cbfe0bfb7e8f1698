const many = 100_000
const levels = 10_000
const megabyte = 1_000_000

const filled = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`

/** Members that nothing knows, without the braces around them. */
const unknownMembers = (count: number) => Array.from({ length: count }, (_, n) => `"u${n.toString(36)}":0`).join()

const manyMembers = unknownMembers(many)
// Far more than any answer names, and read in a hundredth of the time.
const fewerMembers = unknownMembers(2000)

/** JSON that is large or deep, by what it is. */
export const payloads = {
  items: filled(many, '0'),
  objects: filled(many, '{}'),
  members: `{${manyMembers}}`,
  nesting: `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`,
  text: `"${'x'.repeat(megabyte)}"`,
} as const

export type PayloadName = keyof typeof payloads

/** The same with fewer members. */
export const smallerPayloads = { ...payloads, members: `{${fewerMembers}}` } as const

/** As many items as an array takes, all of them objects of members that nothing knows. */
export const fullArray = (length: number) =>
  filled(length, `{${unknownMembers(Math.max(1, Math.floor((0.9 * megabyte) / length / 9)))}}`)

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
    isFull ? manyMembers : fewerMembers,
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

import type { Reply } from './firm.ts'
import type { Reads } from './read-all.ts'

/** What a reader sees differently: each value that is gone or has another value. New fields are no difference. */
export function differences(before: Reads, after: Reads): string[] {
  return [...before].flatMap(([asked, former]) => {
    const reply = after.get(asked)
    return reply === undefined
      ? [`${asked}: was not read`]
      : differencesOf(asked, former, reply).map((each) => `${asked}: ${each}`)
  })
}

function differencesOf(asked: string, before: Reply, after: Reply): string[] {
  // A refusal contains no data, and a later version may be able to do more.
  if (before.status >= 400 && after.status < 500) return []
  if (before.status !== after.status) return [`${before.status} is now ${after.status} ${after.text.slice(0, 300)}`]
  if (before.type.startsWith('application/json')) return [...inValues({ asked, path: '' }, before.json, after.json)]
  // A PDF is drawn again, by the letters and the layout of each version.
  if (before.type.startsWith('application/pdf')) return before.type === after.type ? [] : ['is no PDF']
  return before.text === after.text ? [] : [`${before.type} has another content`]
}

/** Changes of a value that the upgrade notes announce. */
const announced: readonly { readonly asked: RegExp; readonly path: string; readonly value: unknown }[] = [
  // A draft and a void invoice owe nothing. Versions before November 27 showed the total.
  { asked: /\/settlement$/, path: '.owed', value: 0 },
]

const isAnnounced = (asked: string, path: string, value: unknown) =>
  announced.some((each) => each.asked.test(asked) && each.path === path && each.value === value)

/** Tags begin with a mark of the fields that the version has. What follows is the time of the last change. */
const isTag = (path: string) => path.endsWith('.etag')

/** Cursors are sealed again each time. */
const isCursor = (path: string) => path.endsWith('.next_cursor')

interface Place {
  readonly asked: string
  readonly path: string
}

function* inValues({ asked, path }: Place, before: unknown, after: unknown): Generator<string> {
  const at = (more: string) => ({ asked, path: `${path}${more}` })
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) yield `${path} has ${after.length} items, had ${before.length}`
    for (const [place, item] of before.entries()) yield* inValues(at(`[${place}]`), item, after[place])
  } else if (isObject(before) && isObject(after)) {
    for (const [name, value] of Object.entries(before)) yield* inValues(at(`.${name}`), value, after[name])
  } else if (isTag(path) ? timeOf(before) === timeOf(after) : isCursor(path) && Boolean(before) === Boolean(after))
    return
  else if (before !== after && !isAnnounced(asked, path, after))
    yield `${path} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`
}

const timeOf = (tag: unknown) => String(tag).replace(/^\w+-/, '')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import type { Names, NewField } from './resource-names.ts'
import { filtersAmong } from './resource-texts.ts'

/** `docs/authentication.md` with the path behind that of time entries, whose scopes a new resource has at first. */
export const scopesWith = (text: string, { path }: Names): string =>
  text.replaceAll(/^\| `matters:.*$/gm, (row) => row.replace('`/time-entries`', `$&, \`/${path}\``))

/** Rows of the events in `docs/webhooks.md`. */
export function eventRows({ event, noun, aNoun }: Names): string {
  const prefix = event.replace("'", '`')
  return `| ${prefix}created\` | ${aNoun} is created | the ${noun} |
| ${prefix}updated\` | ${aNoun} changes | the ${noun}, and \`previous\` |
| ${prefix}deleted\` | ${aNoun} is deleted | what is left of it |
`
}

const becameOf = { created: 'was added', updated: 'changed', deleted: 'was deleted' }

/** The events of `packages/sdk/src/webhooks/events.ts`, each with words. */
export const withEventWords = (text: string, { event, aNoun }: Names): string =>
  Object.entries(becameOf).reduce(
    (changed, [kind, words]) =>
      changed.replace(
        new RegExp(String.raw`^ {2}${event}${kind}': [A-Z]\w+$`, 'm'),
        `  /** ${aNoun.replace('a', 'A')} ${words}. */\n$&`,
      ),
    text,
  )

/** A row of the records in `packages/sdk/api.md`. */
export function apiRow({ many, path }: Names, fields: readonly NewField[]): string {
  const filters = filtersAmong(fields).map(({ name }) => `\`${name}\``)
  return `| \`mb.${many}\` | /${path} | ${filters.join(', ')} |\n`
}

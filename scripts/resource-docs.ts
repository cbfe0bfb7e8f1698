import type { Names, NewField } from './resource-names.ts'
import { filtersAmong } from './resource-texts.ts'

/** `docs/authentication.md` with the path behind that of time entries, whose scopes a new resource has at first. */
export const scopesWith = (text: string, { path }: Names): string =>
  text.replaceAll(/^\| `matters:.*$/gm, (row) => row.replace('`/time-entries`', `$&, \`/${path}\``))

/** Rows of the events in `docs/webhooks.md`. */
export function eventRows({ event, noun }: Names): string {
  const prefix = event.replace("'", '`')
  return `| ${prefix}created\` | a ${noun} is created | the ${noun} |
| ${prefix}updated\` | a ${noun} changes | the ${noun}, and \`previous\` |
| ${prefix}deleted\` | a ${noun} is deleted | what is left of it |
`
}

/** A row of the records in `packages/sdk/api.md`. */
export function apiRow({ many, path }: Names, fields: readonly NewField[]): string {
  const filters = filtersAmong(fields).map(({ name }) => `\`${name}\``)
  return `| \`mb.${many}\` | /${path} | ${filters.join(', ')} |\n`
}

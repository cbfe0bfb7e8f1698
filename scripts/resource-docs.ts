import type { Names, NewField } from './resource-names.ts'
import { filtersAmong } from './resource-texts.ts'

/** Adds the path to the scopes of time entries in `docs/api/authentication.md`. */
export const scopesWith = (text: string, { path }: Names): string =>
  text.replaceAll(/^\| `matters:.*$/gm, (row) => row.replace('`/time-entries`', `$&, \`/${path}\``))

const verbs = { created: 'was added', updated: 'changed', deleted: 'was deleted' }

/** Adds descriptions of the events to `packages/sdk/src/webhooks/events.ts`. */
export const withEventWords = (text: string, { event, aNoun }: Names): string =>
  Object.entries(verbs).reduce(
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

import { eventFacts, eventKinds } from './event-kinds.ts'

const prefixOf = (kind: string) => kind.split('.')[0] ?? ''

/** `invoice.*` if all events of invoices need the same scope, else the name of the event. */
function nameOf(kind: string): string {
  const same = eventKinds.filter((other) => prefixOf(other) === prefixOf(kind))
  const scopes = new Set(same.map((other) => eventFacts[other].scope))
  return same.length > 1 && scopes.size === 1 ? `${prefixOf(kind)}.*` : kind
}

const inWords = (names: readonly string[]) => {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length === 1 ? `${quoted[0]} needs` : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)} need`
}

/** The scope that each event needs, as sentences. */
export function eventScopes(): string {
  const byScope = Map.groupBy(eventKinds, (kind) => eventFacts[kind].scope)
  return [...byScope]
    .map(([scope, kinds]) => {
      const names = [...new Set(kinds.map(nameOf))]
      // A name with an asterisk means the events of one record.
      const words = names.length === 1 && names[0]?.endsWith('*') ? `\`${names[0]}\` need` : inWords(names)
      return `${words} ${scope === null ? 'none' : `\`${scope}\``}.`
    })
    .join(' ')
}

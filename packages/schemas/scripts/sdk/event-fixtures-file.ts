import { deliveryCallback } from '../../src/events/delivery-callback.ts'
import { eventFacts, eventKinds } from '../../src/events/event-kinds.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { schemaNamed } from './declaration.ts'
import { typesFolder } from './names.ts'
import { exampleNamed, fixtures, literal } from './fixtures-file.ts'

/** The record and the old values of each event, out of the examples of the contract. */
export function eventFixturesFile(document: Json): string {
  const kinds = eventKinds.map((kind) => `'${kind}': ${recordOf(kind)},`)
  const changes = eventKinds
    .filter((kind) => eventFacts[kind].hasPrevious)
    .map((kind) => `'${kind}': ${literal(previousOf(kind, document))},`)
  return `import { make, type Maker } from '../make.ts'
import type { ChangeKind } from '../../webhooks/events.ts'
import type { DeletedRecord, EventMap } from '${typesFolder}/events.ts'
import { fixtures } from './fixtures.ts'

const deleted: Maker<DeletedRecord> = make<DeletedRecord>(${literal(exampleNamed('Tombstone', document))})

/** The record of each event. */
export const eventData: { readonly [Kind in keyof EventMap]: () => EventMap[Kind] } = {
${kinds.join('\n')}
}

/** The old values of each \`*.updated\` event. */
export const eventPrevious: { readonly [Kind in ChangeKind]: Partial<EventMap[Kind]> } = {
${changes.join('\n')}
}
`
}

function recordOf(kind: (typeof eventKinds)[number]): string {
  const { data } = eventFacts[kind]
  const fixture = fixtures.find(({ schema }) => schema === data)
  const maker = fixture ? `fixtures.${fixture.name}` : 'deleted'
  const changed = deliveryCallback.examples[kind]
  return changed ? `() => ${maker}(${literal(changed)})` : maker
}

function previousOf(kind: string, document: Json): unknown {
  const name = kind.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return object(schemaNamed(`${name}Event`, document)['example'])['previous']
}

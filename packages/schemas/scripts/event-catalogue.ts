import type { OpenApiDocument } from '../src/openapi/open-api-document.ts'
import { eventFacts } from '../src/events/event-kinds.ts'
import { aboutBodies, aboutFiring, aboutScopes } from './event-guide.ts'
import { object, resolve } from './schema-changes.ts'

/** The text of `docs/webhooks/events.md`: every event with an example. */
export function eventCatalogue(source: OpenApiDocument): string {
  const document = object(JSON.parse(JSON.stringify(source)))
  const { mapping } = object(resolve(eventBody(document)['schema'], document)['discriminator'])
  const kinds = Object.entries(object(mapping)).map(([kind, ref]) => {
    const $ref = String(ref)
    const { description, example } = resolve({ $ref }, document)
    const name = $ref.split('/').at(-1) ?? ''
    return { kind, name, when: String(description), value: example, data: dataOf($ref, document) }
  })
  return `# Events

An endpoint receives the events in its \`events\` list, and no others. This page is generated from the API contract. To receive your first event, see the [quickstart](quickstart.md).

| Event | Fires when | Scope | \`data\` | Schema |
| ----- | ---------- | ----- | ------ | ------ |
${kinds.map(({ kind, name, when, data }) => `| [\`${kind}\`](#${anchorOf(kind)}) | ${when.replace(/\.$/, '')} | ${scopeOf(kind)} | \`${data}\` | \`${name}\` |`).join('\n')}

New events can be added at any time. Respond 2xx to events that you do not know. The [OpenAPI document](../api/openapi-and-postman.md) has the type \`WebhookEvent\`, a union of all events with \`event\` as its discriminator.

${aboutBodies}

${aboutFiring}

${aboutScopes}

${kinds.map(({ kind, when, value }) => `## ${kind}\n\n${when}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``).join('\n\n')}
`
}

/** The request body of the callback that delivers events. */
function eventBody(document: Readonly<Record<string, unknown>>) {
  const operations = Object.values(object(document['paths'])).flatMap((item) => Object.values(object(item)))
  const callbacks = operations.flatMap((operation) => Object.values(object(object(operation)['callbacks'])))
  const [post] = callbacks.flatMap((places) => Object.values(object(places)).map((place) => object(place)['post']))
  return object(object(object(object(post)['requestBody'])['content'])['application/json'])
}

function dataOf(ref: string, document: Readonly<Record<string, unknown>>): string {
  const { data } = object(resolve({ $ref: ref }, document)['properties'])
  return String(object(data)['$ref']).split('/').at(-1) ?? ''
}

const scopes: Readonly<Record<string, { readonly scope: string | null }>> = eventFacts

function scopeOf(kind: string): string {
  const scope = scopes[kind]?.scope
  return scope ? `\`${scope}\`` : 'none'
}

const anchorOf = (kind: string) => kind.replaceAll('.', '')

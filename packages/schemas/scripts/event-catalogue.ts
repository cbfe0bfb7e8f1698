import type { OpenApiDocument } from '../src/openapi/open-api-document.ts'
import { object, resolve } from './schema-changes.ts'

/** Where the catalogue is kept. */
export const catalogueFile = new URL('../../../docs/events.md', import.meta.url)

/** `docs/events.md`: every kind of event, with an example of each. */
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

This page is made from the contract. How events are received and verified is in [Webhooks](webhooks.md); \`WebhookEvent\` of the [OpenAPI document](openapi.md) has all of them as one type, told apart by \`event\`.

| Event | Fires when | \`data\` | Schema |
| ----- | ---------- | ------ | ------ |
${kinds.map(({ kind, name, when, data }) => `| [\`${kind}\`](#${anchorOf(kind)}) | ${when.replace(/\.$/, '')} | \`${data}\` | \`${name}\` |`).join('\n')}

More kinds may come. Answer 2xx to those that you do not know.

${kinds.map(({ kind, when, value }) => `## ${kind}\n\n${when}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``).join('\n\n')}
`
}

/** What a callback of any operation is sent. */
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

const anchorOf = (kind: string) => kind.replaceAll('.', '')

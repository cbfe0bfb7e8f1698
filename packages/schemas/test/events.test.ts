import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asText, currentDocument } from '../scripts/released.ts'
import { deliveryCallback } from '../src/events/delivery-callback.ts'
import { WebhookEvent } from '../src/events/webhook-event.ts'
import { eventKinds } from '../src/events/event-kinds.ts'

interface Document {
  readonly paths: { readonly '/webhooks': { readonly post: { readonly callbacks: object } } }
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly example?: Readonly<Record<string, unknown>> }>> & {
      readonly WebhookEvent: {
        readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
      }
    }
  }
}

const document = JSON.parse(asText(currentDocument())) as Document
const { schemas } = document.components
const { discriminator } = schemas.WebhookEvent
const examples = Object.fromEntries(
  Object.entries(discriminator.mapping).map(([kind, ref]) => [kind, schemas[ref.split('/').at(-1) ?? '']?.example]),
)
const page = readFileSync(new URL('../../../docs/webhooks/events.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^## (\S+)$.*?^```json\n(.*?)^```$/gms)]

describe('WebhookEvent', () => {
  it('has a schema for every event, with event as discriminator', () => {
    expect(discriminator.propertyName).toBe('event')
    expect(Object.keys(discriminator.mapping).toSorted()).toEqual(eventKinds.toSorted())
    expect(new Set(Object.values(discriminator.mapping)).size).toBe(eventKinds.length)
  })

  it('refuses an unknown event, and the data of another event', () => {
    const example = examples['invoice.paid']
    expect(WebhookEvent.safeParse(example).success).toBe(true)
    expect(WebhookEvent.safeParse({ ...example, event: 'invoice.lost' }).success).toBe(false)
    expect(WebhookEvent.safeParse({ ...example, event: 'lead.created' }).success).toBe(false)
  })
})

it('is the body of the callback of POST /webhooks', () => {
  const sent = JSON.stringify(document.paths['/webhooks'].post.callbacks)
  expect(sent).toContain('{$request.body#/url}')
  expect(sent).toContain('#/components/schemas/WebhookEvent')
  expect(Object.values(examples)).not.toContain(undefined)
  expect(Object.keys(deliveryCallback.examples).filter((kind) => !(kind in examples))).toEqual([])
})

describe('docs/webhooks/events.md', () => {
  it('has an example of every event', () => {
    expect(blocks.map(([, kind]) => kind).toSorted()).toEqual(eventKinds.toSorted())
  })

  it.each(blocks.map(([, kind = '', json = '']) => [kind, json] as const))('shows a valid %s', (kind, json) => {
    const shown = JSON.parse(json) as object
    const schema = WebhookEvent.options.find((option) => option.shape['event']?.safeParse(kind).success)
    expect(schema?.strict().safeParse(shown).error).toBeUndefined()
    // Everything that can be there is shown.
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(schema?.shape ?? {}).toSorted())
  })
})

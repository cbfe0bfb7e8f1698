import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogueFile, eventCatalogue } from '../scripts/event-catalogue.ts'
import { asText, currentDocument } from '../scripts/released.ts'
import { deliveryCallback } from '../src/events/delivery-callback.ts'
import { WebhookEvent } from '../src/events/webhook-event.ts'
import { eventKinds } from '../src/operations/event-kinds.ts'

interface Document {
  readonly paths: {
    readonly '/webhooks': {
      readonly post: {
        readonly callbacks: Readonly<Record<string, Readonly<Record<string, { readonly post: Delivery }>>>>
      }
    }
  }
  readonly components: {
    readonly schemas: {
      readonly WebhookEvent: {
        readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
      }
    }
  }
}
interface Delivery {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly examples: Examples } } }
  readonly responses: object
}
type Examples = Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>>

const document = JSON.parse(asText(currentDocument())) as Document
const { examples } = document.paths['/webhooks'].post.callbacks['event']?.['{$request.body#/url}']?.post.requestBody
  .content['application/json'] ?? { examples: {} }
const page = readFileSync(catalogueFile, 'utf8')
const blocks = [...page.matchAll(/^## (\S+)$.*?^```json\n(.*?)^```$/gms)]
const withoutLayout = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/-{3,}/g, '---')

describe('WebhookEvent', () => {
  it('tells every kind apart, each with a schema of its own', () => {
    const { discriminator } = document.components.schemas.WebhookEvent
    expect(discriminator.propertyName).toBe('event')
    expect(Object.keys(discriminator.mapping).toSorted()).toEqual(eventKinds.toSorted())
    expect(new Set(Object.values(discriminator.mapping)).size).toBe(eventKinds.length)
  })

  it('refuses a kind that is none, and the data of another kind', () => {
    const example = examples['invoice.paid']?.value
    expect(WebhookEvent.safeParse(example).success).toBe(true)
    expect(WebhookEvent.safeParse({ ...example, event: 'invoice.lost' }).success).toBe(false)
    expect(WebhookEvent.safeParse({ ...example, event: 'lead.created' }).success).toBe(false)
  })
})

it('is what a callback of the registration of endpoints sends', () => {
  expect(Object.keys(examples).toSorted()).toEqual(eventKinds.toSorted())
  expect(Object.keys(deliveryCallback.examples).filter((kind) => !(kind in examples))).toEqual([])
})

describe('docs/events.md', () => {
  it('stands as it is made (else: pnpm --filter @matterbase/schemas openapi && pnpm format)', () => {
    expect(withoutLayout(page)).toBe(withoutLayout(eventCatalogue(currentDocument())))
  })

  it('has an example of every kind', () => {
    expect(blocks.map(([, kind]) => kind).toSorted()).toEqual(eventKinds.toSorted())
  })

  it.each(blocks.map(([, kind = '', json = '']) => [kind, json] as const))('shows a %s that is one', (kind, json) => {
    const shown = JSON.parse(json) as object
    const schema = WebhookEvent.options.find((option) => option.shape['event']?.safeParse(kind).success)
    expect(schema?.strict().safeParse(shown).error).toBeUndefined()
    // Everything that can be there is shown.
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(schema?.shape ?? {}).toSorted())
  })
})

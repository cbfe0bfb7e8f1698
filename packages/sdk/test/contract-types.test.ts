import { contract, errorCodes } from '@matterbase/schemas'
import type {
  clients,
  eventKinds,
  LeadInput,
  matters,
  scopes,
  timeEntries,
  WebhookEndpoint as WebhookEndpointSchema,
} from '@matterbase/schemas'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'

import type * as sdk from '../src/index.ts'
import { routes } from '../src/testing/operations.ts'

type Responses = { readonly responses: object }
type Answer<O extends Responses, S extends keyof O['responses']> = O['responses'][S] extends z.ZodType
  ? z.output<O['responses'][S]>
  : never
type Body<O extends { readonly body: z.ZodType }> = z.input<O['body']>
type Plain<T> = { [K in keyof T]: T[K] }

describe('the interfaces', () => {
  it('of records are what the contract answers', () => {
    expectTypeOf<sdk.Matter>().toEqualTypeOf<Plain<z.output<typeof matters.entity>>>()
    expectTypeOf<sdk.Client>().toEqualTypeOf<Plain<z.output<typeof clients.entity>>>()
    expectTypeOf<sdk.TimeEntry>().toEqualTypeOf<Plain<z.output<typeof timeEntries.entity>>>()
    expectTypeOf<sdk.Invoice>().toEqualTypeOf<Answer<typeof contract.invoices.get, 200>['data']>()
    expectTypeOf<sdk.Lead>().toEqualTypeOf<Answer<typeof contract.leads.create, 201>['lead']>()
    expectTypeOf<sdk.WebhookEndpoint>().toEqualTypeOf<z.output<typeof WebhookEndpointSchema>>()
    expectTypeOf<sdk.CreatedWebhookEndpoint>().toEqualTypeOf<Answer<typeof contract.webhooks.create, 201>>()
    expectTypeOf<sdk.Delivery>().toEqualTypeOf<Answer<typeof contract.webhooks.deliveries, 200>['data'][number]>()
    expectTypeOf<sdk.Replay>().toEqualTypeOf<Answer<typeof contract.webhooks.replay, 202>['data']>()
    expectTypeOf<sdk.RotatedSecret>().toEqualTypeOf<Answer<typeof contract.webhooks.rotateSecret, 200>>()
    expectTypeOf<sdk.Me>().toEqualTypeOf<Answer<typeof contract.me.get, 200>>()
  })

  it('of bodies are what the contract accepts', () => {
    expectTypeOf<sdk.MatterUpdate>().toEqualTypeOf<Body<typeof contract.matters.update>>()
    expectTypeOf<sdk.ClientUpdate>().toEqualTypeOf<Body<typeof contract.clients.update>>()
    expectTypeOf<sdk.TimeEntryUpdate>().toEqualTypeOf<Body<typeof contract.timeEntries.update>>()
    expectTypeOf<sdk.MatterCreate>().toExtend<Body<typeof contract.matters.create>>()
    expectTypeOf<keyof sdk.MatterCreate>().toEqualTypeOf<keyof Body<typeof contract.matters.create>>()
    expectTypeOf<sdk.LeadCreate>().toEqualTypeOf<LeadInput>()
    expectTypeOf<keyof sdk.WebhookEndpointUpdate>().toEqualTypeOf<keyof Body<typeof contract.webhooks.update>>()
    expectTypeOf<keyof sdk.ReplayRequest>().toEqualTypeOf<keyof Body<typeof contract.webhooks.replay>>()
    expectTypeOf<keyof sdk.WebhookEndpointCreate>().toEqualTypeOf<keyof Body<typeof contract.webhooks.create>>()
  })

  it('of list parameters are what the contract knows', () => {
    const page: Record<keyof sdk.ListParams, true> = { limit: true, offset: true, cursor: true, include: true }
    const timed: Record<keyof sdk.TimedListParams, true> = {
      ...page,
      updated_since: true,
      created_since: true,
      sort: true,
    }
    const matter: Record<keyof sdk.MatterListParams, true> = {
      ...timed,
      external_id: true,
      status: true,
      client_id: true,
      q: true,
    }
    const client: Record<keyof sdk.ClientListParams, true> = { ...timed, external_id: true, status: true, q: true }
    const entry: Record<keyof sdk.TimeEntryListParams, true> = { ...matter, case_id: true }
    const invoice: Record<keyof sdk.InvoiceListParams, true> = {
      ...timed,
      status: true,
      case_id: true,
      client_id: true,
    }
    const delivery: Record<keyof sdk.DeliveryListParams, true> = {
      status: true,
      event: true,
      created_since: true,
      limit: true,
      cursor: true,
    }
    // Deletions are the matter of sync.
    const namesOf = ({ query }: { query: z.ZodObject }) =>
      Object.keys(query.shape)
        .filter((name) => name !== 'include_deleted')
        .toSorted()
    const lists = [
      contract.matters.list,
      contract.clients.list,
      contract.timeEntries.list,
      contract.invoices.list,
      contract.leads.list,
      contract.webhooks.deliveries,
    ]
    expect(lists.map(namesOf)).toEqual(
      [matter, client, entry, invoice, page, delivery].map((names) => Object.keys(names).toSorted()),
    )
  })

  it('of events, scopes and statuses are those of the contract', () => {
    expectTypeOf<sdk.EventKind>().toEqualTypeOf<(typeof eventKinds)[number]>()
    expectTypeOf<sdk.Scope>().toEqualTypeOf<(typeof scopes)[number]>()
    expect(Object.keys(errorCodes)).toContain('idempotency_in_flight')
  })
})

describe('the operations', () => {
  it('of the contract can all be called, by the path and method it names', () => {
    const known = routes.map(({ method, pattern }) => ({ method, pattern }))
    const missing = Object.values<Record<string, { method: string; path: string }>>(contract)
      .flatMap((resource) => Object.values(resource))
      .filter(({ method, path }) => {
        const concrete = path.replaceAll(/\{\w+\}/g, '7')
        return !known.some((route) => route.method === method.toUpperCase() && route.pattern.test(concrete))
      })
      .map(({ method, path }) => `${method} ${path}`)
    expect(missing).toEqual([])
  })
})

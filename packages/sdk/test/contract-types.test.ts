import {
  clientRelation,
  contract,
  creditNoteContents,
  invoiceContents,
  invoiceRelations,
  openApiDocument,
  recordContracts,
  tags,
} from '@matterbase/schemas'
import type {
  Contract,
  ErrorCode,
  eventKinds,
  LeadInput,
  RecordContracts,
  RecordName,
  scopes,
  WebhookEndpoint as WebhookEndpointSchema,
} from '@matterbase/schemas'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'

import { isDay, isMoment } from '../src/encoding/dates.ts'
import type * as sdk from '../src/index.ts'
import { fixtures } from '../src/testing/index.ts'
import { routes } from '../src/testing/operations.ts'
import type { EventMap } from '../src/webhooks/index.ts'

type Responses = { readonly responses: object }
type Answer<O extends Responses, S extends keyof O['responses']> = O['responses'][S] extends z.ZodType
  ? z.output<O['responses'][S]>
  : never
type Body<O extends { readonly body: z.ZodType }> = z.input<O['body']>
type Plain<T> = { [K in keyof T]: T[K] }
/** A Date is sent as a text. */
type Sent<T> = { [K in keyof T]: Exclude<T[K], Date> }
/** The members that must be sent, of a type of the client and of the fields of a contract. */
type Needed<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
type RequiredOf<F> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F]

/** What the client has for a kind of record: forgotten there, `N` is no member of it. */
type InClient<N extends keyof sdk.Matterbase> =
  sdk.Matterbase[N] extends sdk.Crud<infer T, infer Create, infer Update, infer Params, infer _Related>
    ? {
        record: T
        create: Exclude<keyof Create, Related>
        needed: Needed<Create>
        update: Sent<Omit<Update, Related>>
        params: keyof Params
      }
    : never
/** Related records as objects, which the contract adds to the bodies at run time only. */
type Related = 'case' | 'client' | 'responsible_user' | 'originating_user' | 'user'
type KindsOf<F> = { [K in keyof F]: F[K] extends { readonly kind: infer Kind } ? Kind : never }[keyof F]
/** Records without text have no search, of which the compiler does not know. */
type Unsearched<N extends RecordName> = 'text' extends KindsOf<RecordContracts[N]['fields']> ? never : 'q'
type InContract<N extends RecordName> = {
  record: Plain<z.output<RecordContracts[N]['entity']>>
  create: keyof Body<Contract[N]['create']>
  needed: RequiredOf<RecordContracts[N]['fields']>
  // The client sends the version of an update in a header.
  update: Omit<Body<Contract[N]['update']>, 'if_match'>
  // Deletions are the matter of sync, and what is shown of a record has types of its own.
  params: Exclude<keyof z.input<Contract[N]['list']['query']>, 'include_deleted' | 'expand' | 'fields' | Unsearched<N>>
}

describe('the interfaces', () => {
  it('of records are what the contract answers', () => {
    expectTypeOf<{ [N in RecordName]: InClient<N> }>().toEqualTypeOf<{ [N in RecordName]: InContract<N> }>()
    type Reference = { external_id?: string | undefined; id?: number | undefined } | null | undefined
    expectTypeOf<sdk.TimeEntryUpdate['client']>().toEqualTypeOf<Reference>()
    expectTypeOf<sdk.TimeEntryCreate['case']>().toEqualTypeOf<Reference>()
    expectTypeOf<sdk.MatterUpdate['client']>().toEqualTypeOf<Reference>()
    expectTypeOf<keyof sdk.ClientUpdate & Related>().toEqualTypeOf<never>()
    expectTypeOf<sdk.Invoice>().toEqualTypeOf<Answer<typeof contract.invoices.get, 200>['data']>()
    expectTypeOf<sdk.Payment>().toEqualTypeOf<Answer<typeof contract.payments.get, 200>['data']>()
    expectTypeOf<sdk.CreditNote>().toEqualTypeOf<Answer<typeof contract.creditNotes.get, 200>['data']>()
    expectTypeOf<sdk.User>().toEqualTypeOf<Answer<typeof contract.users.get, 200>['data']>()
    expectTypeOf<sdk.Lead>().toEqualTypeOf<Answer<typeof contract.leads.create, 201>['lead']>()
    expectTypeOf<sdk.WebhookEndpoint>().toEqualTypeOf<z.output<typeof WebhookEndpointSchema>>()
    expectTypeOf<sdk.CreatedWebhookEndpoint>().toEqualTypeOf<Answer<typeof contract.webhooks.create, 201>>()
    expectTypeOf<sdk.Delivery>().toEqualTypeOf<Answer<typeof contract.webhooks.deliveries, 200>['data'][number]>()
    expectTypeOf<sdk.Replay>().toEqualTypeOf<Answer<typeof contract.webhooks.replay, 202>['data']>()
    expectTypeOf<sdk.RotatedSecret>().toEqualTypeOf<Answer<typeof contract.webhooks.rotateSecret, 200>>()
    expectTypeOf<sdk.Me>().toEqualTypeOf<Answer<typeof contract.me.get, 200>>()
  })

  it('of what can be expanded are what the contract refers to', () => {
    const matter: Record<keyof sdk.MatterRelated, true> = {
      client: true,
      responsible_user: true,
      originating_user: true,
    }
    const timeEntry: Record<keyof sdk.TimeEntryRelated, true> = { case: true, client: true, user: true }
    const expense: Record<keyof sdk.ExpenseRelated, true> = { case: true, client: true, user: true }
    const invoice: Record<keyof sdk.InvoiceRelated, true> = {
      case: true,
      client: true,
      lines: true,
      taxes: true,
      payments: true,
    }
    const payment: Record<keyof sdk.PaymentRelated, true> = { client: true }
    const creditNote: Record<keyof sdk.CreditNoteRelated, true> = { client: true, lines: true, taxes: true }
    const { matters, timeEntries, expenses } = recordContracts
    const relations = [matters, timeEntries, expenses].map((record) => record.relations)
    const read = [
      { ...invoiceRelations, ...invoiceContents },
      clientRelation,
      { ...clientRelation, ...creditNoteContents },
    ]
    expect([...relations, ...read].map(Object.keys)).toEqual(
      [matter, timeEntry, expense, invoice, payment, creditNote].map(Object.keys),
    )
  })

  it('of bodies are what the contract accepts', () => {
    expectTypeOf<Sent<sdk.MatterCreate>>().toExtend<Body<typeof contract.matters.create>>()
    expectTypeOf<sdk.LeadCreate>().toEqualTypeOf<LeadInput>()
    expectTypeOf<keyof sdk.WebhookEndpointUpdate>().toEqualTypeOf<keyof Body<typeof contract.webhooks.update>>()
    expectTypeOf<keyof sdk.ReplayRequest>().toEqualTypeOf<keyof Body<typeof contract.webhooks.replay>>()
    expectTypeOf<keyof sdk.WebhookEndpointCreate>().toEqualTypeOf<keyof Body<typeof contract.webhooks.create>>()
  })

  it('of list parameters are what the contract knows', () => {
    const page: Record<keyof sdk.ListParams, true> = { limit: true, offset: true, cursor: true, include: true }
    const timed: Record<keyof sdk.TimedListParams, true> = {
      ...page,
      ids: true,
      updated_since: true,
      created_since: true,
      epoch: true,
      sort: true,
    }
    const invoice: Record<keyof sdk.InvoiceListParams, true> = {
      ...timed,
      status: true,
      case_id: true,
      client_id: true,
      issued_from: true,
      issued_to: true,
      due_from: true,
      due_to: true,
      paid_from: true,
      paid_to: true,
      invoice_number: true,
    }
    const settled: Record<keyof sdk.PaymentListParams, true> = {
      ...timed,
      client_id: true,
      invoice_id: true,
      from_date: true,
      to_date: true,
    }
    const credited: Record<keyof sdk.CreditNoteListParams, true> = { ...settled, number: true }
    const delivery: Record<keyof sdk.DeliveryListParams, true> = {
      status: true,
      event: true,
      created_since: true,
      limit: true,
      cursor: true,
    }
    // Deletions are the matter of sync; what is shown of a record has types of its own.
    const namesOf = ({ query }: { query: z.ZodObject }) =>
      Object.keys(query.shape)
        .filter((name) => !['include_deleted', 'expand', 'fields'].includes(name))
        .toSorted()
    const lead: Record<keyof sdk.LeadListParams, true> = {
      ...page,
      email: true,
      epoch: true,
      custom_fields: true,
    }
    const user: Record<keyof sdk.UserListParams, true> = { ...page, email: true, include_removed: true }
    const { invoices, payments, creditNotes, users, leads, webhooks } = contract
    const lists = [invoices.list, payments.list, creditNotes.list, users.list, leads.list, webhooks.deliveries]
    expect(lists.map(namesOf)).toEqual(
      [invoice, settled, credited, user, lead, delivery].map((names) => Object.keys(names).toSorted()),
    )
  })

  it('of events, scopes and statuses are those of the contract', () => {
    expectTypeOf<sdk.EventKind>().toEqualTypeOf<(typeof eventKinds)[number]>()
    expectTypeOf<keyof EventMap>().toEqualTypeOf<sdk.EventKind>()
    expectTypeOf<sdk.Scope>().toEqualTypeOf<(typeof scopes)[number]>()
    expectTypeOf<sdk.ErrorCode>().toEqualTypeOf<ErrorCode>()
  })
})

interface JsonSchema {
  readonly $ref?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}

describe('the dates that can be sent', () => {
  it('have names by which the client knows days and moments', () => {
    const { paths, components }: Document = JSON.parse(JSON.stringify(openApiDocument(contract, tags, '/api/v1')))
    const found: { name: string; format: string }[] = []
    const visit = (name: string, { $ref, format = '', properties = {}, items }: JsonSchema): void => {
      if (/^date(-time)?$/.test(format)) found.push({ name, format })
      if ($ref) visit(name, components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
      if (items) visit(name, items)
      for (const [member, schema] of Object.entries(properties)) visit(member, schema)
    }
    for (const { parameters = [], requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
      for (const { name, in: place, schema } of parameters) if (place === 'query') visit(name, schema)
      visit('', requestBody?.content['application/json'].schema ?? {})
    }
    expect(found.length).toBeGreaterThan(5)
    const isKnown = ({ name, format }: (typeof found)[number]) => (format === 'date' ? isDay(name) : isMoment(name))
    expect(
      found.filter((date) => !isKnown(date)),
      'see src/encoding/dates.ts',
    ).toEqual([])
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
      // Only `mb.request` reads these.
      .filter((operation) => !['get /custom-fields', 'get /accounting/journal'].includes(operation))
    expect(missing, 'each needs its route in src/testing/operations.ts').toEqual([])
  })

  it('of records have a fixture to be tested with', () => {
    const names = Object.values(recordContracts).map(({ noun }) =>
      noun.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
    expect(Object.keys(fixtures), 'each kind of record needs one in src/testing/generated/fixtures.ts').toEqual(
      expect.arrayContaining(names),
    )
  })
})

import { namedEnum } from '../fields/named-enum.ts'
import type { EventFacts } from '../operations/event-facts.ts'
import { recordContracts } from '../records.ts'
import type { RecordContract } from '../records.ts'

type Events = RecordContract['events']

/** The events of ordinary records. */
export type RecordEvent = Events[keyof Events]['event']

const ofTheSpecification = { hasPrevious: false, isOptIn: false } as const
const forSubscribers = { hasPrevious: false, isOptIn: true } as const
const ofAChange = { hasPrevious: true, isOptIn: true } as const

const ofLeads = {
  'lead.created': {
    ...ofTheSpecification,
    about: 'Leads',
    when: 'A new lead is captured, from any source',
    scope: 'leads:read',
    data: 'Lead',
  },
  'lead.updated': {
    ...ofAChange,
    about: 'Leads',
    when: 'A lead is edited, changes its status, is converted, or is submitted again with new details',
    scope: 'leads:read',
    data: 'Lead',
  },
} as const satisfies Record<string, EventFacts>

const others = {
  'invoice.paid': {
    ...ofTheSpecification,
    about: 'Invoices',
    when: 'An invoice becomes paid. Payments, credit notes and write-offs cover it, and something was paid',
    scope: 'invoices:read',
    data: 'Invoice',
  },
  'document.signed': {
    ...ofTheSpecification,
    about: 'Documents',
    when: 'An e-signature request is completed',
    // Documents have no scope of their own, because they belong to matters.
    scope: 'matters:read',
    data: 'SignedDocument',
  },
  'ping.test': {
    ...ofTheSpecification,
    about: 'Tests',
    when: 'You send a test to an endpoint. Only this endpoint receives it, even while it is disabled',
    scope: null,
    data: 'Ping',
  },
  'invoice.created': {
    ...forSubscribers,
    about: 'Invoices',
    when: 'An invoice is drafted',
    scope: 'invoices:read',
    data: 'Invoice',
  },
  'invoice.updated': {
    ...ofAChange,
    about: 'Invoices',
    when: 'An invoice changes. A draft is edited, or the status or an amount (paid, credited, written off) changes',
    scope: 'invoices:read',
    data: 'Invoice',
  },
  'invoice.overdue': {
    ...forSubscribers,
    about: 'Invoices',
    when: "An invoice becomes overdue because its due date has passed in the firm's time zone. Fires once for each due date",
    scope: 'invoices:read',
    data: 'Invoice',
  },
  'invoice.deleted': {
    ...forSubscribers,
    about: 'Invoices',
    when: 'The draft of an invoice is deleted',
    scope: 'invoices:read',
    data: 'Tombstone',
  },
} as const satisfies Record<string, EventFacts>

export type EventKind = keyof typeof ofLeads | RecordEvent | keyof typeof others

const ofRecords = Object.values(recordContracts).flatMap(({ events }) =>
  [events.created, events.updated, events.deleted].map(({ event, ...facts }): [string, EventFacts] => [event, facts]),
)

/** All events. Lists of events elsewhere are generated from this one. */
export const eventFacts = Object.fromEntries([
  ...Object.entries(ofLeads),
  ...ofRecords,
  ...Object.entries(others),
]) as Readonly<Record<EventKind, EventFacts>>

const isKind = (name: string): name is EventKind => name in eventFacts

const allKinds = Object.keys(eventFacts).filter(isKind)

/** The events that are recorded only if an endpoint subscribes to them. */
export const optInKinds: readonly EventKind[] = allKinds.filter((kind) => eventFacts[kind].isOptIn)

/** All events, with the events of the specification (§6) first. */
export const eventKinds: readonly EventKind[] = [...allKinds.filter((kind) => !eventFacts[kind].isOptIn), ...optInKinds]

/** The name of an event in a request or response. */
export const EventKind = namedEnum(
  'EventKind',
  eventKinds,
  'Name of an event. New events can be added. The events up to `ping.test` are always recorded, the others only while an endpoint of the workspace subscribes to them.',
)

/** The events that a caller with these permissions can read and subscribe to. */
export const readableKinds = (held: readonly string[]): readonly EventKind[] =>
  eventKinds.filter((kind) => eventFacts[kind].scope === null || held.includes(eventFacts[kind].scope))

import type { EventFacts } from './event-facts.ts'
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
    data: 'Lead',
  },
  'lead.updated': {
    ...ofAChange,
    about: 'Leads',
    when: 'A lead changes, moves to another status, or is captured again with something new',
    data: 'Lead',
  },
} as const satisfies Record<string, EventFacts>

const others = {
  'invoice.paid': { ...ofTheSpecification, about: 'Invoices', when: 'An invoice is marked paid', data: 'Invoice' },
  'document.signed': {
    ...ofTheSpecification,
    about: 'Documents',
    when: 'An e-signature request is completed',
    data: 'SignedDocument',
  },
  'ping.test': {
    ...ofTheSpecification,
    about: 'Tests',
    when: 'A test is asked for, and every endpoint gets its own anyway',
    data: 'Ping',
  },
  'invoice.created': {
    ...forSubscribers,
    about: 'Invoices',
    when: 'An invoice is drafted',
    data: 'Invoice',
  },
  'invoice.updated': {
    ...ofAChange,
    about: 'Invoices',
    when: 'An invoice changes: a draft is edited, or any gets another status',
    data: 'Invoice',
  },
  'invoice.overdue': {
    ...forSubscribers,
    about: 'Invoices',
    when: 'An invoice becomes overdue since its due date has passed, once for each due date',
    data: 'Invoice',
  },
} as const satisfies Record<string, EventFacts>

export type EventKind = keyof typeof ofLeads | RecordEvent | keyof typeof others

const ofRecords = Object.values(recordContracts).flatMap(({ events }) =>
  [events.created, events.updated, events.deleted].map(({ event, ...facts }): [string, EventFacts] => [event, facts]),
)

/** Every kind of event that an endpoint can be sent. The one list: all that is said of events elsewhere is made from it. */
export const eventFacts = Object.fromEntries([
  ...Object.entries(ofLeads),
  ...ofRecords,
  ...Object.entries(others),
]) as Readonly<Record<EventKind, EventFacts>>

const isKind = (name: string): name is EventKind => name in eventFacts

const allKinds = Object.keys(eventFacts).filter(isKind)

/** Those that are recorded only where an endpoint subscribes to them. */
export const optInKinds: readonly EventKind[] = allKinds.filter((kind) => eventFacts[kind].isOptIn)

/** The kinds of event an endpoint can be sent: those of the specification (§6) first. */
export const eventKinds: readonly EventKind[] = [...allKinds.filter((kind) => !eventFacts[kind].isOptIn), ...optInKinds]

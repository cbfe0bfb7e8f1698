import { namedEnum } from '../fields/named-enum.ts'
import type { EventFacts } from '../operations/event-facts.ts'
import { recordContracts } from '../records.ts'
import type { RecordContract } from '../records.ts'
import { otherEvents } from './other-events.ts'
import { ofAChange, ofTheSpecification } from './recording.ts'

type Events = RecordContract['events']

/** The events of ordinary records. */
export type RecordEvent = Events[keyof Events]['event']

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

export type EventKind = keyof typeof ofLeads | RecordEvent | keyof typeof otherEvents

const ofRecords = Object.values(recordContracts).flatMap(({ events }) =>
  [events.created, events.updated, events.deleted].map(({ event, ...facts }): [string, EventFacts] => [event, facts]),
)

/** All events. Lists of events elsewhere are generated from this one. */
export const eventFacts = Object.fromEntries([
  ...Object.entries(ofLeads),
  ...ofRecords,
  ...Object.entries(otherEvents),
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

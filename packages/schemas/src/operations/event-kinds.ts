import { recordContracts } from '../records.ts'
import type { RecordContract } from '../records.ts'

/** The events of new records. */
export type RecordEvent = NonNullable<RecordContract['created']>['event']

const recordEvents: readonly RecordEvent[] = Object.values(recordContracts).flatMap(({ created }) =>
  created ? [created.event] : [],
)

/** The kinds of event an endpoint can be sent (specification §6). */
export const eventKinds = ['lead.created', ...recordEvents, 'invoice.paid', 'document.signed', 'ping.test'] as const

export type EventKind = (typeof eventKinds)[number]

interface EventFacts {
  readonly when: string
  readonly data: string
  readonly hasPrevious: boolean
}

const others = {
  'lead.created': { when: 'A new lead is captured, from any source', data: 'Lead' },
  'invoice.paid': { when: 'An invoice is marked paid', data: 'Invoice' },
  'document.signed': { when: 'An e-signature request is completed', data: 'SignedDocument' },
  'ping.test': { when: 'A test is asked for, and every endpoint gets its own anyway', data: 'Ping' },
}

export const eventFacts = Object.fromEntries([
  ...Object.entries(others).map(([kind, facts]) => [kind, { ...facts, hasPrevious: false }]),
  ...Object.values(recordContracts).flatMap(({ created, entity }) =>
    created ? [[created.event, { when: created.when, data: entity.meta()?.id, hasPrevious: false }]] : [],
  ),
]) as Readonly<Record<EventKind, EventFacts>>

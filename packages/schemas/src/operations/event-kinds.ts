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

import type { EventKind } from '@matterbase/schemas'

const meanings: Readonly<Record<EventKind, string>> = {
  'lead.created': 'A new lead is captured, from any source',
  'matter.created': 'A new matter is opened',
  'client.created': 'A new client is added',
  'invoice.paid': 'An invoice is marked paid',
  'document.signed': 'A document is signed',
  'ping.test': 'Test events, which every endpoint gets anyway',
}

/** Every kind of event and when it happens. */
export const eventKinds = Object.entries(meanings).map(([kind, meaning]) => ({ kind: kind as EventKind, meaning }))

import type { EventKind } from '@matterbase/schemas'
import { recordEvents } from 'virtual:operations'
import { isKeyOf, oneOf, paging } from '../search-params/read-search.ts'

/** When each kind of event happens. */
export const eventMeanings: Readonly<Record<EventKind, string>> = {
  'lead.created': 'A new lead is captured, from any source',
  ...recordEvents,
  'invoice.paid': 'An invoice is marked paid',
  'document.signed': 'A document is signed',
  'ping.test': 'Test events, which every endpoint gets anyway',
}

export const eventKinds = Object.keys(eventMeanings).filter(isKeyOf(eventMeanings))

export const eventListSearch = { ...paging, kind: oneOf(eventKinds) }

import { events } from 'virtual:operations'
import { isKeyOf, oneOf, paging } from '../../search-params/read-search.ts'

export const eventFacts = events

export const eventKinds = Object.keys(events).filter(isKeyOf(events))

/** The kinds of events by heading. */
export const eventGroups = [...Map.groupBy(eventKinds, (kind) => events[kind].about)]

export const eventListSearch = { ...paging, kind: oneOf(eventKinds) }

import { namedEnum } from '../fields/named-enum.ts'
import { eventKinds } from '../operations/event-kinds.ts'

/** The name of an event. */
export const EventKind = namedEnum('EventKind', eventKinds, 'Name of an event. New events can be added.')

import { namedEnum } from '../fields/named-enum.ts'
import { eventKinds } from '../operations/event-kinds.ts'

/** A kind of event, as it is sent and answered. */
export const EventKind = namedEnum('EventKind', eventKinds, 'What happened. More kinds may come.')

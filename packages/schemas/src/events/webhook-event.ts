import { z } from 'zod'
import { eventFacts, eventKinds } from './event-kinds.ts'
import type { EventKind } from './event-kinds.ts'
import { Timestamp } from '../fields/primitives.ts'
import { Environment } from '../resources/me.ts'
import { payloads } from './event-payloads.ts'

const Uuid = (example: string) => z.string().meta({ format: 'uuid', example })

const PreviousMetadata = z
  .record(z.string(), z.string().nullable())
  .meta({ description: 'Old values of the changed keys. `null` for a key that is new.' })

const previousSchemas = new Map<string, z.ZodObject>()

const pascalCase = (kind: string) => kind.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())

const [first, ...others] = eventKinds.map(envelopeOf)
if (!first) throw new Error('There are no events')

/** The union of all events that endpoints receive. */
export const WebhookEvent = z.discriminatedUnion('event', [first, ...others]).meta({
  id: 'WebhookEvent',
  description:
    'The body of a delivery. `event` is the discriminator. New events can be added, so respond 2xx to events that you do not know.',
})

/** The body of an event. */
function envelopeOf(kind: EventKind) {
  const { data: name, when, hasPrevious } = eventFacts[kind]
  const data = payloads[name]
  if (!data) throw new Error(`${kind} carries ${name}, which is not in event-payloads.ts`)
  return z
    .object({
      event: z.literal(kind).meta({ description: 'Name of the event.' }),
      delivery_id: Uuid('0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05').meta({ description: 'ID of this attempt.' }),
      timestamp: Timestamp.meta({ description: 'Time at which this attempt was signed.' }),
      data,
      ...(hasPrevious && { previous: previousOf(name, data) }),
      event_id: Uuid('6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11').meta({
        description: 'ID of the event, the same for every attempt and endpoint. Use it to de-duplicate.',
      }),
      created_at: Timestamp.meta({ description: 'Time of the event.' }),
      attempt: z.int().min(1).meta({ description: 'Number of this attempt, starting at 1.', example: 1 }),
      environment: Environment,
    })
    .meta({ id: `${pascalCase(kind)}Event`, description: `${when}.` })
}

/** The old values of changed fields. */
function previousOf(name: string, data: z.ZodObject): z.ZodObject {
  const known = previousSchemas.get(name)
  if (known) return known
  const { status } = data.shape
  const [, before] = status instanceof z.ZodEnum ? status.options : []
  const changed = 'metadata' in data.shape ? data.extend({ metadata: PreviousMetadata }) : data
  const schema = changed.partial().meta({
    id: `Previous${name}`,
    description: 'Old values of the changed fields. Unchanged fields are omitted.',
    example: before === undefined ? exampleOfChange(data) : { status: before },
  })
  previousSchemas.set(name, schema)
  return schema
}

// Not every record has an ID of yours.
function exampleOfChange({ shape }: z.ZodObject) {
  return 'external_id' in shape ? { external_id: null } : { unallocated_amount: 150 }
}

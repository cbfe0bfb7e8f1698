import { z } from 'zod'
import { eventFacts, eventKinds } from '../operations/event-kinds.ts'
import type { EventKind } from '../operations/event-kinds.ts'
import { Timestamp } from '../fields/primitives.ts'
import { Environment } from '../resources/me.ts'
import { payloads } from './event-payloads.ts'

const Uuid = (example: string) => z.string().meta({ format: 'uuid', example })

const previousSchemas = new Map<string, z.ZodObject>()

const pascalCase = (kind: string) => kind.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())

const [first, ...others] = eventKinds.map(envelopeOf)
if (!first) throw new Error('There are no events')

/** Everything that is sent to webhook endpoints. */
export const WebhookEvent = z.discriminatedUnion('event', [first, ...others]).meta({
  id: 'WebhookEvent',
  description:
    'What is sent to an endpoint, told apart by `event`. More kinds may come: answer 2xx to those that you do not know.',
})

/** What is sent of events of this kind. */
function envelopeOf(kind: EventKind) {
  const { data: name, when, hasPrevious } = eventFacts[kind]
  const data = payloads[name]
  if (!data) throw new Error(`${kind} carries ${name}, which is not in event-payloads.ts`)
  return z
    .object({
      event: z.literal(kind).meta({ description: 'The kind of event.' }),
      delivery_id: Uuid('0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05').meta({ description: 'New for each attempt.' }),
      timestamp: Timestamp.meta({ description: 'When this attempt was signed.' }),
      data,
      ...(hasPrevious && { previous: previousOf(name, data) }),
      event_id: Uuid('6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11').meta({
        description: 'The same over all attempts and endpoints: de-duplicate by it.',
      }),
      created_at: Timestamp.meta({ description: 'When it happened.' }),
      attempt: z.int().min(1).meta({ description: '1 for the first.', example: 1 }),
      environment: Environment,
    })
    .meta({ id: `${pascalCase(kind)}Event`, description: `${when}.` })
}

/** The values that fields had before a change: of those that changed only. */
function previousOf(name: string, data: z.ZodObject): z.ZodObject {
  const known = previousSchemas.get(name)
  if (known) return known
  const { status } = data.shape
  const [, example] = status instanceof z.ZodEnum ? status.options : []
  const schema = data.partial().meta({
    id: `Previous${name}`,
    description: 'The values that the fields that changed had before; the other fields are left out.',
    ...(example !== undefined && { example: { status: example } }),
  })
  previousSchemas.set(name, schema)
  return schema
}

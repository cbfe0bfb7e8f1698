import { z } from 'zod'
import { decimal, flag, split, whole } from './variable.ts'
import type { Variables } from './variable.ts'

const retrySchedule = z.string().transform(split).pipe(z.array(decimal))
const disableAfter = z
  .string()
  .transform(split)
  .pipe(z.tuple([decimal, whole(1, 1_000_000), whole(1, 1_000_000)]))
  .transform(([seconds, failures, events]) => ({ seconds, failures, events }))
const inFlight = z
  .string()
  .transform(split)
  .pipe(z.tuple([whole(1, 100), whole(1, 100)]))
  .refine(([least, most]) => least <= most)
  .transform(([perEndpoint, mostPerEndpoint]) => ({ perEndpoint, mostPerEndpoint }))

/** How webhooks are delivered. */
export const webhookVariables = {
  WEBHOOK_ALLOW_PRIVATE: {
    schema: flag,
    must: 'be true or false',
    description: 'Whether webhooks can go to http URLs and private addresses. Link-local addresses are never allowed.',
    unset: '`true` with the embedded database on a server that only its own machine reaches, else `false`',
    api: { default: 'false' },
    cli: 'optional',
    worker: { default: 'false' },
  },
  WEBHOOK_RETRY_SCHEDULE: {
    schema: retrySchedule,
    must: 'be seconds to wait before each attempt, like 0,5,300',
    description: 'Seconds to wait before each attempt, one number for each attempt, separated by commas.',
    cli: 'optional',
    worker: { default: '0,5,300,1800,7200,18000,36000,50400,72000,86400' },
  },
  WEBHOOK_TIMEOUT_MS: {
    schema: whole(100, 120_000),
    must: 'be milliseconds, from 100 to 120000',
    description: 'Milliseconds that one attempt can take in total, from 100 to 120,000.',
    cli: 'optional',
    worker: { default: '15000' },
  },
  WEBHOOK_DISABLE_AFTER: {
    schema: disableAfter,
    must: 'be three numbers, like 259200,20,3: seconds without a success, failed attempts, distinct events',
    description: 'Seconds without a success, failed attempts and distinct events after which an endpoint is disabled.',
    cli: 'optional',
    worker: { default: '259200,20,3' },
  },
  WEBHOOK_IN_FLIGHT: {
    schema: inFlight,
    must: 'be two whole numbers from 1 to 100, like 5,20, the second at least as large: requests in flight to an endpoint, and to an endpoint that answers quickly',
    description:
      'Requests in flight to one endpoint at the same time, and the most to an endpoint that answers quickly.',
    api: 'optional',
    cli: 'optional',
    worker: { default: '5,20' },
  },
} as const satisfies Variables

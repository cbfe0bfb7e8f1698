import { z } from 'zod'
import { decimal, flag, split, whole } from './variable.ts'
import type { Variable } from './variable.ts'

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

/** How webhooks are sent. */
export const webhookVariables = {
  WEBHOOK_ALLOW_PRIVATE: {
    schema: flag,
    must: 'be true or false',
    api: { default: 'false' },
    cli: 'optional',
    worker: { default: 'false' },
  },
  WEBHOOK_RETRY_SCHEDULE: {
    schema: retrySchedule,
    must: 'be seconds before each attempt, like 0,5,300',
    cli: 'optional',
    worker: { default: '0,5,300,1800,7200,18000,36000,50400,72000,86400' },
  },
  WEBHOOK_TIMEOUT_MS: {
    schema: whole(100, 120_000),
    must: 'be milliseconds, from 100 to 120000',
    cli: 'optional',
    worker: { default: '15000' },
  },
  WEBHOOK_DISABLE_AFTER: {
    schema: disableAfter,
    must: 'be three numbers: seconds without a success, failures, distinct events, like 259200,20,3',
    cli: 'optional',
    worker: { default: '259200,20,3' },
  },
  WEBHOOK_IN_FLIGHT: {
    schema: inFlight,
    must: 'be two whole numbers from 1 to 100, the second at least as large: requests under way to an endpoint, and to one that answers quickly, like 5,20',
    cli: 'optional',
    worker: { default: '5,20' },
  },
} as const satisfies Readonly<Record<string, Variable>>

import { z } from 'zod'
import { filterParams } from '../fields/lists.ts'
import { moment } from '../fields/query.ts'
import { Id, Timestamp } from '../fields/primitives.ts'
import type { DashResource } from './operation.ts'
import { Sums } from './billing/invoices/sums.ts'
import { WorkToCheck } from './billing/work-to-check.ts'
import { recordKinds } from './search.ts'

const Count = z.int().min(0)

const Checklist = z.object({
  key_made: z.boolean(),
  first_call: z.boolean(),
  endpoint_made: z.boolean(),
  first_delivery: z.boolean(),
})

/** The parts of a practice that exist already. */
const FirstSteps = z.object({
  /** True if the firm has a name for invoices. */
  firm_described: z.boolean(),
  rate_set: z.boolean(),
  client_added: z.boolean(),
  matter_opened: z.boolean(),
  time_recorded: z.boolean(),
  invoice_made: z.boolean(),
})

/** The time of the caller. */
const Today = z.object({ entries: Count, hours: z.number().min(0) })

const Unbilled = z.object({ entries: Count, hours: z.number().min(0), amount: z.number().min(0), without_rate: Count })

const Overdue = z.object({
  count: Count,
  /** The amount due on them. */
  sums: Sums,
  data: z.array(
    z.object({
      invoice_id: Id,
      invoice_number: z.string(),
      client_name: z.string().nullable(),
      total_amount: z.number(),
      currency: z.string().nullable(),
      due_date: z.string().nullable(),
    }),
  ),
})

const NewLeads = z.object({
  count: Count,
  data: z.array(
    z.object({ lead_id: z.uuid(), name: z.string(), practice_area: z.string().nullable(), created_at: Timestamp }),
  ),
})

/** A matter that was opened or changed today, without time recorded since. */
const Unlogged = z.array(z.object({ id: Id, title: z.string(), updated_at: Timestamp }))

const Calls = z.object({
  calls: Count,
  errors: Count,
  /** The last 24 hours, one after another. */
  hours: z.array(z.object({ calls: Count, errors: Count })),
})

const Failing = z.array(
  z.object({
    id: Id,
    url: z.string(),
    is_active: z.boolean(),
    failure_count: Count,
    disabled_reason: z.string().nullable(),
  }),
)

/** Objects of a matter or client that recent activity lists. */
export const activityKinds = [...recordKinds, 'invoice', 'document', 'lead'] as const

const Activity = z.object({
  at: Timestamp,
  kind: z.enum(activityKinds),
  id: z.string(),
  /** Such as `created`, `changed`, `paid` or `signed`. */
  what: z.string(),
  title: z.string(),
})

/** The parts of the home page. A part that the caller may not read is null. */
export const home = {
  get: {
    method: 'get',
    path: '/home',
    operationId: 'getHome',
    summary: 'Get the figures and lists of the home page',
    scope: null,
    query: z.object({
      today: moment('When the caller’s day began. Default: 24 hours ago.'),
      tomorrow: moment('When it ends. Default: 24 hours after it began.'),
    }),
    responses: {
      200: z.object({
        checklist: Checklist.nullable(),
        first_steps: FirstSteps.nullable(),
        today: Today.nullable(),
        unbilled: Unbilled.nullable(),
        unlogged: Unlogged.nullable(),
        overdue: Overdue.nullable(),
        work_to_check: WorkToCheck.nullable(),
        new_leads: NewLeads.nullable(),
        calls: Calls.nullable(),
        failing: Failing.nullable(),
      }),
    },
  },
  activity: {
    method: 'get',
    path: '/activity',
    operationId: 'getActivity',
    summary: 'What happened to a matter or client and what belongs to it, newest first',
    scope: 'matters:read',
    query: z.object({ case_id: filterParams.id, client_id: filterParams.id }),
    responses: { 200: z.object({ data: z.array(Activity) }) },
  },
} as const satisfies DashResource

import { z } from 'zod'
import { filterParams } from '../../../fields/lists.ts'
import { moment } from '../../../fields/query.ts'
import { Id, text, Timestamp } from '../../../fields/primitives.ts'
import { invoiceStatuses } from '../../../resources/invoices.ts'
import { timeEntries } from '../../../resources/time-entries.ts'
import type { DashResource } from '../../operation.ts'
import { Sums } from '../invoices/sums.ts'

const Timer = z.object({
  case_id: Id.nullable(),
  /** The client of the matter, if it has one. */
  case_title: z.string().nullable(),
  description: z.string().nullable(),
  started_at: Timestamp,
})

const Notes = z.object({
  case_id: Id.nullable().optional(),
  description: text(65_536).nullable().optional(),
})

const Running = z.object({ timer: Timer })

/** Work that is not billed yet. */
const Unbilled = z.object({
  /** How many billable time entries are pending. */
  entries: z.int().min(0),
  /** As they are billed: rounded up to the firm's increment. */
  hours: z.number().min(0),
  /** How many billable expenses are pending. */
  expenses: z.int().min(0),
  /** Hours times each entry's rate, and expenses; entries without a rate add nothing. */
  amount: z.number().min(0),
  /** Entries that no rate is known for: a warning, since they bill nothing. */
  /** The hours before they are rounded up. */
  recorded: z.number().min(0),
  without_rate: z.int().min(0),
})

/** The totals of a matter or client. */
const Figures = z.object({
  /** All hours that were recorded. */
  hours: z.number().min(0),
  unbilled: Unbilled,
  /**
   * Totals of sent invoices: `sums` is net less credit notes, `outstanding` the amount due. Null for users who may not
   * read invoices.
   */
  billed: z.object({ sums: Sums, outstanding: Sums }).nullable(),
})

const SheetEntry = timeEntries.entity.extend({
  case_title: z.string().nullable(),
  /** Who worked. */
  user_name: z.string().nullable(),
})

const member = z.uuid().optional()

const BillingInvoice = z.object({ invoice_id: Id, invoice_number: z.string(), status: z.enum(invoiceStatuses) })

/** The caller's own timer in this workspace, of which there is one at most, and the time that was recorded. */
export const timer = {
  get: {
    method: 'get',
    path: '/timer',
    operationId: 'getTimer',
    summary: 'The running timer',
    scope: 'timer',
    responses: { 200: z.object({ timer: Timer.nullable() }) },
  },
  start: {
    method: 'put',
    path: '/timer',
    operationId: 'startTimer',
    summary: 'Start the timer; a running timer continues with these fields',
    scope: 'timer',
    body: Notes,
    isBodyOptional: true,
    responses: { 200: Running },
  },
  change: {
    method: 'patch',
    path: '/timer',
    operationId: 'changeTimer',
    summary: 'Change what the running timer is for',
    scope: 'timer',
    body: Notes,
    responses: { 200: Running },
  },
  stop: {
    method: 'post',
    path: '/timer/stop',
    operationId: 'stopTimer',
    summary: 'Stop the timer and record its time',
    scope: 'timer',
    body: Notes,
    isBodyOptional: true,
    responses: { 200: z.object({ data: timeEntries.entity }) },
  },
  discard: {
    method: 'delete',
    path: '/timer',
    operationId: 'discardTimer',
    summary: 'Throw the running timer away',
    scope: 'timer',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
  sheet: {
    method: 'get',
    path: '/time-sheet',
    operationId: 'getTimeSheet',
    summary: 'The time entries of a span of time',
    description:
      'An entry counts where it starts; one without a start where it was recorded. At most 62 days and 2000 entries.',
    scope: 'matters:read',
    query: z.object({
      from: moment('First moment.').unwrap(),
      to: moment('First moment after it.').unwrap(),
      user_id: member.meta({ description: 'Only the time of this member.' }),
    }),
    responses: { 200: z.object({ data: z.array(SheetEntry), is_cut: z.boolean() }) },
  },
  unbilled: {
    method: 'get',
    path: '/unbilled',
    operationId: 'getUnbilled',
    summary: 'What is recorded, billable and not billed yet',
    scope: 'matters:read',
    query: z.object({
      client_id: filterParams.id,
      case_id: filterParams.id,
      user_id: member.meta({ description: 'Only the work of this member.' }),
    }),
    responses: { 200: Unbilled },
  },
  colleagues: {
    method: 'get',
    path: '/colleagues',
    operationId: 'listColleagues',
    summary: 'The members of the account by name',
    scope: null,
    responses: { 200: z.object({ data: z.array(z.object({ id: z.uuid(), name: z.string() })) }) },
  },
  billedOn: {
    method: 'get',
    path: '/billed-on',
    operationId: 'getBillingInvoice',
    summary: 'The invoice that a time entry or an expense is on',
    scope: 'invoices:read',
    query: z.object({ time_entry_id: filterParams.id, expense_id: filterParams.id }),
    responses: { 200: z.object({ invoice: BillingInvoice.nullable() }) },
  },
  figures: {
    method: 'get',
    path: '/figures',
    operationId: 'getFigures',
    summary: 'Hours recorded, what waits to be billed and what was billed, of a matter or client',
    scope: 'matters:read',
    query: z.object({ client_id: filterParams.id, case_id: filterParams.id }),
    responses: { 200: Figures },
  },
} as const satisfies DashResource

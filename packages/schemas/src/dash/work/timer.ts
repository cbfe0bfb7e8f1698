import { z } from 'zod'
import { filterParams } from '../../fields/lists.ts'
import { moment } from '../../fields/query.ts'
import { Id, text, Timestamp } from '../../fields/primitives.ts'
import { timeEntries } from '../../resources/time-entries.ts'
import type { DashResource } from '../operation.ts'
import { Sums } from '../sums.ts'

const Timer = z.object({
  case_id: Id.nullable(),
  /** Of the matter, where there is one. */
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
  without_rate: z.int().min(0),
})

/** What a matter or client has come to. */
const Figures = z.object({
  /** All hours that were recorded. */
  hours: z.number().min(0),
  unbilled: Unbilled,
  /** What is on invoices that were sent; null for those who may not read invoices. */
  billed: z.object({ sums: Sums, outstanding: Sums }).nullable(),
})

const SheetEntry = timeEntries.entity.extend({ case_title: z.string().nullable() })

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
    summary: 'Start the timer; one that runs goes on with what is sent here',
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
    query: z.object({ from: moment('First moment.').unwrap(), to: moment('First moment after it.').unwrap() }),
    responses: { 200: z.object({ data: z.array(SheetEntry), is_cut: z.boolean() }) },
  },
  unbilled: {
    method: 'get',
    path: '/unbilled',
    operationId: 'getUnbilled',
    summary: 'What is recorded, billable and not billed yet',
    scope: 'matters:read',
    query: z.object({ client_id: filterParams.id, case_id: filterParams.id }),
    responses: { 200: Unbilled },
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

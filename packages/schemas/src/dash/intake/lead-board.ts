import { z } from 'zod'
import { clients } from '../../resources/clients.ts'
import { customFieldsFilter } from '../../fields/custom-field.ts'
import { leads, leadStatuses } from '../../resources/leads.ts'
import { PageQuery, pageOf } from '../../fields/lists.ts'
import { matters } from '../../resources/matters.ts'
import { Id, nonBlank, nonBlankLine } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'
import { sortBy } from '../sortable.ts'
import { ConflictCheck, ConflictDecision, NewConflictDecision, OpponentLines } from './conflicts.ts'

const leadSources = ['api', 'form', 'manual'] as const

const captured = leads.create.responses[201].shape.lead
const { leadData } = leads.create.body.shape

/** A lead, with where it came from and what became of it. */
const BoardLead = captured.extend({
  source: z.enum(leadSources),
  client_id: Id.nullable(),
  case_id: Id.nullable(),
})

const Answer = z.object({ data: BoardLead })

const Converted = z.object({
  data: BoardLead,
  client: clients.entity,
  matter: matters.entity,
  /** False when it had been converted before: nothing was made. */
  created: z.boolean(),
})

const one = { path: '/lead-board/{id}', params: z.object({ id: z.uuid() }) } as const

/** All leads of the workspace, from any source, and their stages from new to client. */
export const leadBoard = {
  list: {
    method: 'get',
    path: '/lead-board',
    operationId: 'listBoardLeads',
    summary: 'Leads, newest first unless `sort` says otherwise; with `status` one column of the board',
    scope: 'leads:read',
    query: PageQuery.extend({
      status: z.enum(leadStatuses).optional(),
      source: z.enum(leadSources).optional(),
      q: nonBlank(255).optional(),
      custom_fields: customFieldsFilter,
      sort: sortBy('name', 'status', 'score', 'created_at'),
    }),
    responses: { 200: pageOf('data', BoardLead) },
  },
  get: {
    ...one,
    method: 'get',
    operationId: 'getBoardLead',
    summary: 'A lead',
    scope: 'leads:read',
    responses: { 200: Answer },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateLead',
    summary: 'Change a lead, or move it to another column',
    scope: 'leads:manage',
    body: leadData.out
      .omit({ metadata: true })
      .partial()
      .extend({ status: z.enum(leadStatuses).optional() }),
    readOnly: ['lead_id', 'score', 'source', 'client_id', 'case_id', 'created_at', 'updated_at'],
    responses: { 200: Answer },
    errors: ['precondition_failed'],
  },
  convert: {
    ...one,
    path: '/lead-board/{id}/convert',
    method: 'post',
    operationId: 'convertLead',
    summary: 'Make a lead a client with a matter',
    description:
      'Uses the client with the lead’s email address if it exists. A lead is converted once. Converting it again returns the same records with `created: false`.',
    scope: 'leads:manage',
    body: z.object({
      /** Take this client. */
      client_id: Id.optional(),
      /** The title of the matter. Default: practice area and name. */
      title: nonBlankLine(255).optional(),
    }),
    isBodyOptional: true,
    responses: { 200: Converted, 201: Converted },
  },
  conflicts: {
    ...one,
    path: '/lead-board/{id}/conflicts',
    method: 'get',
    operationId: 'checkConflicts',
    summary: 'Clients, matters and leads that fit the names of a lead, of its opponents and in its text',
    scope: 'leads:read',
    query: z.object({ opponents: OpponentLines.optional() }),
    responses: { 200: ConflictCheck },
  },
  decide: {
    ...one,
    path: '/lead-board/{id}/conflicts',
    method: 'post',
    operationId: 'recordConflictDecision',
    summary: 'Record what was decided after a conflict check',
    scope: 'leads:manage',
    body: NewConflictDecision,
    responses: { 201: z.object({ data: ConflictDecision }) },
  },
} as const satisfies DashResource

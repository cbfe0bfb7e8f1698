import { z } from 'zod'
import { line as lineOf, PathId } from '../../fields/primitives.ts'
import { timekeeperClasses } from '../../resources/users.ts'
import type { DashResource } from '../operation.ts'
import { debtorNumber } from './accounting/settings.ts'
import { orNothing } from './firm/boxes.ts'

const Text = z.string().nullable()

const ClientBilling = z.object({ debtor_number: z.int().nullable() })

const MatterBilling = z.object({ client_matter_id: Text })

/** The classifications of LEDES: partner, associate, of counsel, paralegal, legal assistant, other. */

const Timekeeper = z.object({
  user_id: z.uuid(),
  name: z.string(),
  timekeeper_id: Text,
  classification: z.enum(timekeeperClasses).nullable(),
})

const ofClient = { path: '/clients/{id}/billing', params: z.object({ id: PathId }) } as const
const ofMatter = { path: '/matters/{id}/billing', params: z.object({ id: PathId }) } as const

/** Details of clients for accountants, and of matters and members for LEDES files. */
export const billingDetails = {
  getOfClient: {
    ...ofClient,
    method: 'get',
    operationId: 'getClientBilling',
    summary: 'The account of a client at the accountant',
    scope: 'clients:read',
    responses: { 200: z.object({ data: ClientBilling }) },
  },
  updateOfClient: {
    ...ofClient,
    method: 'patch',
    operationId: 'updateClientBilling',
    changes: '/clients/{id}/billing',
    summary: 'Change it',
    scope: 'clients:write',
    body: z.object({
      /** The client's account at the accountant. Null: the next export gives it one. */
      debtor_number: debtorNumber.nullable().optional(),
    }),
    responses: { 200: z.object({ data: ClientBilling }) },
  },
  getOfMatter: {
    ...ofMatter,
    method: 'get',
    operationId: 'getMatterBilling',
    summary: 'The number that the client has for a matter',
    scope: 'matters:read',
    responses: { 200: z.object({ data: MatterBilling }) },
  },
  updateOfMatter: {
    ...ofMatter,
    method: 'patch',
    operationId: 'updateMatterBilling',
    changes: '/matters/{id}/billing',
    summary: 'Change it',
    scope: 'matters:write',
    body: z.object({ client_matter_id: orNothing(lineOf(20)) }),
    responses: { 200: z.object({ data: MatterBilling }) },
  },
  listTimekeepers: {
    method: 'get',
    path: '/timekeepers',
    operationId: 'listTimekeepers',
    summary: 'The members of the account as LEDES files call them',
    scope: 'invoices:read',
    responses: { 200: z.object({ data: z.array(Timekeeper) }) },
  },
  setTimekeeper: {
    method: 'put',
    path: '/timekeepers/{user_id}',
    operationId: 'setTimekeeper',
    changes: '/timekeepers',
    summary: 'Say what LEDES files call a member',
    scope: 'settings:write',
    params: z.object({ user_id: z.uuid() }),
    body: z.object({
      timekeeper_id: orNothing(lineOf(20)),
      classification: z.enum(timekeeperClasses).nullable().optional(),
    }),
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource

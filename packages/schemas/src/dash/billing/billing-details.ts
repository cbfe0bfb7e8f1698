import { z } from 'zod'
import { emailAddress } from '../../fields/email-address.ts'
import { line as lineOf, PathId } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'
import { isAddressScheme } from '../../codes/codes.ts'
import { VatId } from './firm/bank.ts'
import { Country, line, orNothing } from './firm/boxes.ts'

const Text = z.string().nullable()

/** The scheme of an address by its ISO 6523 number, or an email address. */
const ElectronicAddress = z.union(
  [
    lineOf(128)
      .regex(/^\d{4}:\S+$/)
      .refine((address) => isAddressScheme(address.slice(0, 4))),
    emailAddress,
  ],
  {
    error:
      'must be an email address, or an address after the four digits of its scheme, such as 0204:991-12345-67. ' +
      'The schemes are those of the EAS code list.',
  },
)

const ClientBilling = z.object({
  street: Text,
  postal_code: Text,
  city: Text,
  region: Text,
  country: Text,
  vat_id: Text,
  reference: Text,
  electronic_address: Text,
})

const MatterBilling = z.object({ client_matter_id: Text })

/** The classifications of LEDES: partner, associate, of counsel, paralegal, legal assistant, other. */
export const timekeeperClasses = ['PT', 'AS', 'OC', 'PL', 'LA', 'OT'] as const

const Timekeeper = z.object({
  user_id: z.uuid(),
  name: z.string(),
  timekeeper_id: Text,
  classification: z.enum(timekeeperClasses).nullable(),
})

const ofClient = { path: '/clients/{id}/billing', params: z.object({ id: PathId }) } as const
const ofMatter = { path: '/matters/{id}/billing', params: z.object({ id: PathId }) } as const

/** Details of clients, matters and members for e-invoices and LEDES files. The REST API does not have them. */
export const billingDetails = {
  getOfClient: {
    ...ofClient,
    method: 'get',
    operationId: 'getClientBilling',
    summary: 'What e-invoices to a client say of it',
    scope: 'clients:read',
    responses: { 200: z.object({ data: ClientBilling }) },
  },
  updateOfClient: {
    ...ofClient,
    method: 'patch',
    operationId: 'updateClientBilling',
    summary: 'Change it; what is left out stays',
    scope: 'clients:write',
    body: z.object({
      street: line,
      postal_code: line,
      city: line,
      region: line,
      country: orNothing(Country),
      vat_id: orNothing(VatId),
      reference: line,
      electronic_address: orNothing(ElectronicAddress),
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

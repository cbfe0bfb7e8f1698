import { Prisma } from '@matterbase/db'
import type { Buyer } from './frozen-invoice.ts'

/** The recipient of an invoice as JSON text, in the format of responses. `null` for an invoice without a client. */
export function billToOf(buyer: Buyer): string {
  if (buyer.id === null) return 'null'
  return JSON.stringify({
    name: buyer.name,
    contact_name: buyer.contactName,
    address: buyer.address,
    street: buyer.street,
    postal_code: buyer.postalCode,
    city: buyer.city,
    region: buyer.region,
    country: buyer.country,
    vat_id: buyer.vatId,
    buyer_reference: buyer.reference,
    electronic_address: buyer.electronicAddress,
    email: buyer.email,
  })
}

/** The assignments that store the recipient of an invoice, with its reference, so that lists do not parse it. */
export const billToColumns = (billTo: string | Prisma.Sql) => Prisma.sql`
  bill_to = ${billTo}::json, client_reference = ${billTo}::json->>'buyer_reference'`

import { Prisma } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'
import { dayFilters } from '../../core/records/lists/day-filters.ts'
import { readable } from '../../core/records/lists/readable.ts'
import { isOneOf } from '../../core/records/lists/record-list.ts'
import { contentsOfCreditNote } from '../frozen/contents.ts'
import { allocationsOf, refundsOf, unallocatedOf } from './shares.ts'

/** The payments of a workspace, as the API lists them. */
export const paymentReads = readable({
  path: 'payments',
  noun: 'payment',
  table: Prisma.sql`(
    SELECT workspace_id, id, NULL::text AS external_id, client_id, amount, currency, paid_on, method, reference, created_at,
           coalesce(updated_at, created_at) AS updated_at, deleted_at
    FROM payments) AS payments`,
  columns: {
    id: 'plain',
    client_id: 'plain',
    amount: 'plain',
    currency: { counted: currencyOrFirms },
    paid_on: 'plain',
    method: 'plain',
    reference: 'plain',
    allocations: { counted: allocationsOf('payment_id') },
    refunds: { counted: refundsOf('payment_id') },
    unallocated_amount: { counted: unallocatedOf('amount', 'payment_id') },
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  filters: (workspaceId) => ({
    ids: Prisma.sql`id`,
    client_id: Prisma.sql`client_id`,
    invoice_id: (wanted) => Prisma.sql`id IN (
      SELECT payment_id FROM allocations WHERE workspace_id = ${workspaceId} AND ${isOneOf(Prisma.sql`invoice_id`, wanted)})`,
    ...dayFilters(Prisma.sql`paid_on`),
  }),
})

/** The recipient of a credit note, from its content. */
const issuedBillTo = Prisma.sql`(CASE WHEN frozen->'buyer'->>'id' IS NOT NULL THEN (
  SELECT row_to_json(recipient) FROM (
    SELECT name, "contactName" AS contact_name, address, street, "postalCode" AS postal_code, city, region, country, "vatId" AS vat_id,
           reference AS buyer_reference, "electronicAddress" AS electronic_address, email
    FROM json_to_record(frozen->'buyer') AS buyer (name text, "contactName" text, address text, street text, "postalCode" text, city text, region text,
      country text, "vatId" text, reference text, "electronicAddress" text, email text)) AS recipient) END)`

/** The credit notes of a workspace, as the API lists them. */
export const creditNoteReads = readable({
  path: 'credit-notes',
  noun: 'credit note',
  table: Prisma.sql`(
    SELECT workspace_id, id, number, invoice_id, client_id, trim_scale(total) AS total_amount, trim_scale((frozen->'totals'->>'tax')::numeric) AS tax_amount,
           trim_scale((frozen->'totals'->>'net')::numeric) AS net_amount, currency, issued AS issue_date, frozen->>'reason' AS reason, frozen, created_at,
           coalesce(updated_at, created_at) AS updated_at, NULL::timestamptz AS deleted_at
    FROM credit_notes) AS credit_notes`,
  columns: {
    id: 'plain',
    number: 'plain',
    invoice_id: 'plain',
    client_id: 'plain',
    total_amount: 'plain',
    tax_amount: 'plain',
    currency: { counted: currencyOrFirms },
    issue_date: 'plain',
    reason: 'plain',
    allocations: { counted: allocationsOf('credit_note_id') },
    refunds: { counted: refundsOf('credit_note_id') },
    unallocated_amount: { counted: unallocatedOf('total_amount', 'credit_note_id') },
    created_at: 'timestamp',
    updated_at: 'timestamp',
    net_amount: 'plain',
    bill_to: { counted: issuedBillTo },
  },
  contents: contentsOfCreditNote,
  filters: () => ({
    ids: Prisma.sql`id`,
    client_id: Prisma.sql`client_id`,
    invoice_id: Prisma.sql`invoice_id`,
    number: Prisma.sql`number`,
    ...dayFilters(Prisma.sql`issue_date`),
  }),
})

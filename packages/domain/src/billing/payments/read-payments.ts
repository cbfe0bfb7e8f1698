import { Prisma } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'
import { readable } from '../../core/records/lists/readable.ts'
import { isOneOf } from '../../core/records/lists/record-list.ts'
import type { Wanted } from '../../core/records/lists/record-list.ts'
import { allocationsOf, refundsOf, unallocatedOf } from './shares.ts'

/** The day of a filter, which the contract has checked. */
const dayOf = (wanted: Wanted) => (typeof wanted === 'string' ? wanted : null)

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
    from_date: (day) => Prisma.sql`paid_on >= ${dayOf(day)}::text::date`,
    to_date: (day) => Prisma.sql`paid_on <= ${dayOf(day)}::text::date`,
  }),
})

/** The credit notes of a workspace, as the API lists them. */
export const creditNoteReads = readable({
  path: 'credit-notes',
  noun: 'credit note',
  table: Prisma.sql`(
    SELECT workspace_id, id, number, invoice_id, client_id, trim_scale(total) AS total_amount, trim_scale((frozen->'totals'->>'tax')::numeric) AS tax_amount,
           currency, issued AS issue_date, frozen->>'reason' AS reason, created_at,
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
  },
  filters: () => ({
    ids: Prisma.sql`id`,
    client_id: Prisma.sql`client_id`,
    invoice_id: Prisma.sql`invoice_id`,
    from_date: (day) => Prisma.sql`issue_date >= ${dayOf(day)}::text::date`,
    to_date: (day) => Prisma.sql`issue_date <= ${dayOf(day)}::text::date`,
  }),
})

import { fillJournalDays } from './billing/accounting/fill-journal-days.ts'
import { fillBillingAddresses } from './billing/billing-details/move-addresses.ts'
import { fillInvoices } from './billing/invoices/fill-invoices.ts'
import { fillInvoiceOfWork } from './billing/lines/fill-invoice-of-work.ts'
import { releaseVoidedWork } from './billing/lines/release-voided-work.ts'
import { fillConflictNames } from './intake/conflicts/fill-conflict-names.ts'
import type { Backfill } from './core/backfills/backfill.ts'

/** The backfills that a worker runs after an upgrade, in this order. */
export const backfills: readonly Backfill[] = [
  fillBillingAddresses,
  fillInvoices,
  fillInvoiceOfWork,
  releaseVoidedWork,
  fillConflictNames,
  ...fillJournalDays,
]

import { accounting } from './billing/accounting/accounting.ts'
import { audit } from './access/audit.ts'
import { billingDetails } from './billing/billing-details.ts'
import { conflictChecks } from './intake/conflicts.ts'
import { customFieldSettings } from './custom-fields.ts'
import { deliveries } from './integrations/deliveries.ts'
import { documents } from './intake/documents.ts'
import { events } from './integrations/events.ts'
import { firm } from './billing/firm/firm.ts'
import { home } from './home.ts'
import { inbox } from './integrations/inbox.ts'
import { intakeForm } from './intake/intake-form.ts'
import { invoicing } from './billing/invoices/invoice-operations.ts'
import { keys } from './access/keys.ts'
import { leadBoard } from './intake/lead-board.ts'
import { members } from './access/members.ts'
import { matterNumbers } from './billing/matter-numbers.ts'
import { numberConfirmations } from './billing/number-confirmations.ts'
import type { DashResource } from './operation.ts'
import { contract } from '../contract.ts'
import { ofEachRecord } from '../records.ts'
import { printing } from './billing/invoices/printing.ts'
import { settling } from './billing/payments/payment-operations.ts'
import { rates } from './billing/rates.ts'
import { requestLog } from './integrations/request-log.ts'
import { sampleData } from './sample-data.ts'
import { refunds } from './billing/payments/refunds.ts'
import { search } from './search.ts'
import { security } from './access/security.ts'
import { sending } from './billing/sending.ts'
import { session } from './access/session.ts'
import { storage } from './storage.ts'
import { taxes } from './billing/taxes.ts'
import { timer } from './billing/time/timer.ts'
import { workToCheck } from './billing/work-to-check.ts'

/**
 * Operations of a workspace in addition to the REST contract. Their paths are under `/dash/v1/{live
 * test}`.
 */
export const dashContract = {
  accounting,
  billingDetails,
  changeMany: ofEachRecord('changeMany'),
  conflictChecks,
  customFieldSettings,
  deleteMany: ofEachRecord('deleteMany'),
  deliveries,
  documents,
  events,
  firm,
  home,
  importMany: ofEachRecord('importMany'),
  inbox,
  intakeForm,
  invoicing,
  keys,
  leadBoard,
  matterNumbers,
  numberConfirmations,
  settling,
  preview: ofEachRecord('preview'),
  printing,
  rates,
  refunds,
  requestLog,
  sampleData,
  search,
  sending,
  taxes,
  timer,
  workToCheck,
} as const satisfies Record<string, DashResource>

/** Operations of the account or the user. Their paths are under `/dash/v1`. */
export const accountContract = {
  audit,
  members,
  security,
  session,
  storage,
} as const satisfies Record<string, DashResource>

// The dashboard has the firm, the tax rates and the documents in a form of its own, and no API key.
const { me: _me, firm: _firm, taxRates: _taxRates, documents: _documents, ...shared } = contract

/** The resources of the REST API that the dashboard has too. */
export const sharedContract = shared

export type SharedContract = typeof sharedContract
export type DashContract = typeof dashContract
export type AccountContract = typeof accountContract

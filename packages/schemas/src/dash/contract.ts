import { audit } from './settings/audit.ts'
import { billingDetails } from './settings/billing-details.ts'
import { deliveries } from './developers/deliveries.ts'
import { documents } from './work/documents.ts'
import { events } from './developers/events.ts'
import { firm } from './settings/firm.ts'
import { home } from './work/home.ts'
import { inbox } from './developers/inbox.ts'
import { intakeForm } from './settings/intake-form.ts'
import { invoicing } from './work/invoicing.ts'
import { keys } from './developers/keys.ts'
import { leadBoard } from './work/lead-board.ts'
import { members } from './settings/members.ts'
import type { DashResource } from './operation.ts'
import { ofEachRecord } from '../records.ts'
import { printing } from './work/printing.ts'
import { settling } from './work/settling.ts'
import { rates } from './settings/rates.ts'
import { requestLog } from './developers/request-log.ts'
import { sampleData } from './settings/sample-data.ts'
import { refunds } from './work/refunds.ts'
import { search } from './work/search.ts'
import { security } from './settings/security.ts'
import { sending } from './work/sending.ts'
import { session } from './settings/session.ts'
import { storage } from './settings/storage.ts'
import { taxes } from './settings/taxes.ts'
import { timer } from './work/timer.ts'

/** What can be done in a workspace besides the REST contract; its paths stand under `/dash/v1/{live|test}`. */
export const dashContract = {
  billingDetails,
  changeMany: ofEachRecord('changeMany'),
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
} as const satisfies Record<string, DashResource>

/** What belongs to the account or the user; its paths stand under `/dash/v1`. */
export const accountContract = {
  audit,
  members,
  security,
  session,
  storage,
} as const satisfies Record<string, DashResource>

export type DashContract = typeof dashContract
export type AccountContract = typeof accountContract

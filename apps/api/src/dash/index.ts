import { snapshot } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { accountContract, dashContract, sharedContract, sortable } from '@matterbase/schemas'
import type { AccountContract, Contract, DashContract, Resource } from '@matterbase/schemas'
import { Router } from 'express'
import type { Handlers } from '../http/operations/context.ts'
import { mount } from '../http/operations/mount.ts'
import { exportsBusy } from '../http/errors/overloaded.ts'
import { accounting } from './billing/accounting/index.ts'
import { audit } from './access/audit/audit.ts'
import { auditExport } from './access/audit/audit-export.ts'
import { billingDetails } from './billing/billing-details.ts'
import { sessionCookie } from '../http/browser/cookie.ts'
import { csvExport } from './csv/csv-export.ts'
import { customFieldSettings } from './custom-fields.ts'
import { deliveries } from './integrations/webhooks/deliveries.ts'
import type { DashDeps, WorkspaceDeps } from './deps.ts'
import { documentContent } from './intake/documents/content.ts'
import { documents } from './intake/documents/index.ts'
import { events } from './integrations/events.ts'
import { firm } from './billing/firm/firm.ts'
import { firmLogo } from './billing/firm/logo.ts'
import { home } from './home.ts'
import { inbox } from './integrations/webhooks/inbox.ts'
import { intakeForm } from './intake/intake-form.ts'
import { printing } from './billing/invoices/printing.ts'
import { invoicing } from './billing/invoices/index.ts'
import { keys } from './access/keys.ts'
import { conflictChecks } from './intake/conflict-checks.ts'
import { leadBoard } from './intake/lead-board.ts'
import { members } from './access/members.ts'
import { refunds } from './billing/payments/refunds.ts'
import { settling } from './billing/payments/index.ts'
import { changeMany, deleteMany, importMany, preview } from './preview/index.ts'
import { rates } from './billing/rates.ts'
import { requestLog } from './integrations/request-log.ts'
import { sameSiteOnly } from '../http/browser/same-site.ts'
import { sampleData } from './sample-data.ts'
import { search } from './search.ts'
import { security } from './access/security/index.ts'
import { sending } from './billing/sending/index.ts'
import { session } from './access/session/session.ts'
import { createAdmit, sessionGate } from './access/session/session-gate.ts'
import { signIn } from './access/sign-in/index.ts'
import { storage } from './storage.ts'
import { matterNumbers } from './billing/matter-numbers.ts'
import { numberConfirmations } from './billing/number-confirmations.ts'
import { taxes } from './billing/taxes.ts'
import { timer } from './billing/time.ts'
import { workToCheck } from './billing/work-to-check.ts'

/** Exports of the dashboard need the password and an audit entry: see `csvExport`. */
const forScreens = (resource: Resource): Resource =>
  Object.fromEntries(
    Object.entries(resource)
      .filter(([, operation]) => !operation.lines)
      .map(([name, operation]) => [name, sortable(operation)]),
  )

type RestHandlers = { readonly [K in keyof Contract]: Handlers<Contract[K]> }

/**
 * The routes below `/dash/v1`, which need a session instead of an API key. They include the operations of the REST API,
 * except exports and the operations about the API key itself.
 */
export function dash(options: Omit<DashDeps, 'cookie'>, rest: RestHandlers): Router {
  const cookie = sessionCookie(options.publicUrl)
  const deps = { ...options, cookie }
  const { db, ...withoutDb } = deps
  const gateOptions = { db, cookie, wrongCookies: deps.wrongCookies, rateLimiter: deps.rateLimiter }
  const workspaceDeps: WorkspaceDeps = { ...withoutDb, admit: createAdmit(gateOptions), replica: replicaOf(db) }
  const mountOptions = { ...options, gate: sessionGate(gateOptions) }
  const shared = Object.fromEntries(
    Object.entries<Resource>(sharedContract).map(([name, one]) => [name, forScreens(one)]),
  )
  const router = Router({ caseSensitive: true })
  router.use(sameSiteOnly(options.publicUrl))
  router.use(signIn(deps), auditExport(workspaceDeps))
  const inEither = mount({ ...shared, ...dashContract }, { ...rest, ...inWorkspace(workspaceDeps) }, mountOptions)
  router.use(
    ['/live', '/test'],
    csvExport(workspaceDeps),
    documentContent(workspaceDeps),
    firmLogo(workspaceDeps),
    inEither,
  )
  router.use(mount(accountContract, inAccount(deps), mountOptions))
  return router
}

const replicaOf = (db: Db): WorkspaceDeps['replica'] =>
  db.snapshots.replica && ((ownerUuid, work, requester) => snapshot(db, ownerUuid, work, requester).catch(exportsBusy))

const inWorkspace = (deps: WorkspaceDeps): { readonly [K in keyof DashContract]: Handlers<DashContract[K]> } => ({
  accounting,
  billingDetails,
  changeMany,
  conflictChecks,
  customFieldSettings,
  deleteMany,
  deliveries: deliveries(deps),
  documents: documents(deps),
  events: events(deps),
  firm: firm(deps),
  home: home(deps),
  importMany,
  inbox: inbox(deps),
  intakeForm: intakeForm(deps),
  invoicing: invoicing(deps),
  keys,
  leadBoard: leadBoard(deps),
  settling,
  preview,
  printing,
  rates,
  refunds,
  requestLog: requestLog(deps),
  sampleData,
  search,
  sending: sending(deps),
  matterNumbers,
  numberConfirmations,
  taxes,
  timer,
  workToCheck,
})

const inAccount = (deps: DashDeps): { readonly [K in keyof AccountContract]: Handlers<AccountContract[K]> } => ({
  audit: audit(deps),
  members: members(deps),
  security: security(deps),
  session: session(deps),
  storage,
})

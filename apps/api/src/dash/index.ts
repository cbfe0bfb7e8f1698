import { snapshot } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { accountContract, contract, dashContract, sortable } from '@matterbase/schemas'
import type { AccountContract, Contract, DashContract, Resource } from '@matterbase/schemas'
import { Router } from 'express'
import type { Handlers } from '../http/operations/context.ts'
import { mount } from '../http/operations/mount.ts'
import { answerNoPlace } from '../http/operations/perform.ts'
import { audit } from './audit/audit.ts'
import { auditExport } from './audit/audit-export.ts'
import { billingDetails } from './billing-details/index.ts'
import { sessionCookie } from '../http/browser/cookie.ts'
import { csvExport } from './csv/csv-export.ts'
import { deliveries } from './deliveries/index.ts'
import type { DashDeps, WorkspaceDeps } from './deps.ts'
import { documentContent } from './documents/content.ts'
import { documents } from './documents/index.ts'
import { events } from './events/index.ts'
import { firm } from './firm/firm.ts'
import { firmLogo } from './firm/logo.ts'
import { home } from './home/index.ts'
import { inbox } from './inbox/index.ts'
import { intakeForm } from './intake-form.ts'
import { invoiceFiles } from './invoicing/files.ts'
import { printing } from './invoicing/printing.ts'
import { invoicing } from './invoicing/index.ts'
import { keys } from './keys.ts'
import { leadBoard } from './lead-board.ts'
import { members } from './members.ts'
import { refunds } from './invoicing/refunds.ts'
import { settling } from './invoicing/settling.ts'
import { changeMany, deleteMany, importMany, preview } from './preview/index.ts'
import { rates } from './rates/index.ts'
import { requestLog } from './request-log.ts'
import { sameSiteOnly } from '../http/browser/same-site.ts'
import { sampleData } from './sample-data.ts'
import { search } from './search/index.ts'
import { security } from './security/index.ts'
import { sending } from './invoicing/sending.ts'
import { session } from './session/session.ts'
import { entrance, sessionGate } from './session/session-gate.ts'
import { signIn } from './sign-in/index.ts'
import { storage } from './storage.ts'
import { taxes } from './invoicing/taxes.ts'
import { timer } from './timer/index.ts'

/** What leaves the dashboard as a file is noted in the audit log, and needs the password: see `csvExport`. */
const forScreens = (resource: Resource): Resource =>
  Object.fromEntries(
    Object.entries(resource)
      .filter(([, operation]) => !operation.lines)
      .map(([name, operation]) => [name, sortable(operation)]),
  )

type RestHandlers = { readonly [K in keyof Contract]: Handlers<Contract[K]> }

/**
 * Everything below `/dash/v1`: for the dashboard's pages, behind a session instead of a key. The REST API's own
 * operations are there too, except what is about a key and what exports.
 */
export function dash(options: Omit<DashDeps, 'cookie'>, rest: RestHandlers): Router {
  const cookie = sessionCookie(options.publicUrl)
  const deps = { ...options, cookie }
  const { db, ...withoutDb } = deps
  const door = { db, cookie, wrongCookies: deps.wrongCookies, rateLimiter: deps.rateLimiter }
  const workspaceDeps: WorkspaceDeps = { ...withoutDb, enter: entrance(door), replica: replicaOf(db) }
  const mountOptions = { ...options, gate: sessionGate(door) }
  const { me: _ofKeys, ...ofKeysToo } = contract
  const shared = Object.fromEntries(Object.entries<Resource>(ofKeysToo).map(([name, one]) => [name, forScreens(one)]))
  const router = Router({ caseSensitive: true })
  router.use(sameSiteOnly(options.publicUrl))
  router.use(signIn(deps), auditExport(workspaceDeps))
  const inEither = mount({ ...shared, ...dashContract }, { ...rest, ...inWorkspace(workspaceDeps) }, mountOptions)
  router.use(
    ['/live', '/test'],
    csvExport(workspaceDeps),
    invoiceFiles(workspaceDeps),
    documentContent(workspaceDeps),
    firmLogo(workspaceDeps),
    inEither,
  )
  router.use(mount(accountContract, inAccount(deps), mountOptions))
  return router
}

const replicaOf = (db: Db): WorkspaceDeps['replica'] =>
  db.snapshots.replica &&
  ((ownerUuid, work, requester) => snapshot(db, ownerUuid, work, requester).catch(answerNoPlace))

const inWorkspace = (deps: WorkspaceDeps): { readonly [K in keyof DashContract]: Handlers<DashContract[K]> } => ({
  billingDetails,
  changeMany,
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
  search: search(deps),
  sending: sending(deps),
  taxes,
  timer,
})

const inAccount = (deps: DashDeps): { readonly [K in keyof AccountContract]: Handlers<AccountContract[K]> } => ({
  audit: audit(deps),
  members: members(deps),
  security: security(deps),
  session: session(deps),
  storage,
})

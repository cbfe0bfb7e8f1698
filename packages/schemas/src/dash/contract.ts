import { audit } from './audit.ts'
import { deliveries } from './deliveries.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { intakeForm } from './intake-form.ts'
import { invoicing } from './invoicing.ts'
import { keys } from './keys.ts'
import { leadBoard } from './lead-board.ts'
import { members } from './members.ts'
import type { DashResource } from './operation.ts'
import { preview } from './preview.ts'
import { requestLog } from './request-log.ts'
import { sampleData } from './sample-data.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { timer } from './timer.ts'

/** What can be done in a workspace besides the REST contract; its paths stand under `/dash/v1/{live|test}`. */
export const dashContract = {
  deliveries,
  documents,
  events,
  home,
  inbox,
  intakeForm,
  invoicing,
  keys,
  leadBoard,
  preview,
  requestLog,
  sampleData,
  search,
  timer,
} as const satisfies Record<string, DashResource>

/** What belongs to the account or the user; its paths stand under `/dash/v1`. */
export const accountContract = {
  audit,
  members,
  security,
  session,
} as const satisfies Record<string, DashResource>

export type DashContract = typeof dashContract
export type AccountContract = typeof accountContract

import { clients } from './resources/clients.ts'
import { invoices } from './resources/invoices.ts'
import { leads } from './resources/leads.ts'
import { matters } from './resources/matters.ts'
import { me } from './resources/me.ts'
import type { Operation, Resource } from './operations/operation.ts'
import { timeEntries } from './resources/time-entries.ts'
import { webhooks } from './resources/webhooks.ts'

/** The ordinary records: those that `crud` made. */
export const recordContracts = { matters, clients, timeEntries } as const

/** Every resource of the API, by the name it goes by in code. */
export const contract = {
  me,
  matters: matters.operations,
  clients: clients.operations,
  timeEntries: timeEntries.operations,
  invoices,
  leads,
  webhooks,
} as const satisfies Record<string, Resource>

export type Contract = typeof contract

/** Every operation of the API. */
export const operations: readonly Operation[] = Object.values<Resource>(contract).flatMap((resource) =>
  Object.values(resource),
)

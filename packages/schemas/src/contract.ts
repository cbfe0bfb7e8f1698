import { clients } from './clients.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { matters } from './matters.ts'
import { me } from './me.ts'
import type { Operation, Resource } from './operation.ts'
import { timeEntries } from './time-entries.ts'
import { webhooks } from './webhooks.ts'

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

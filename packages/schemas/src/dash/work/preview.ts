import { z } from 'zod'
import { clients } from '../../resources/clients.ts'
import { DetailsOmitted, ErrorDetail } from '../../operations/error-detail.ts'
import { booleanParam } from '../../fields/query.ts'
import { matters } from '../../resources/matters.ts'
import { Id } from '../../fields/primitives.ts'
import type { Scope } from '../../operations/scopes.ts'
import { timeEntries } from '../../resources/time-entries.ts'
import type { DashResource } from '../operation.ts'

const most = 200

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const Previewed = z.object({
  index: z.int().min(0),
  outcome: z.enum(['created', 'changed', 'unchanged', 'error']),
  /** Of the record that is there already. */
  id: Id.nullable(),
  changes: z.array(z.object({ field: z.string(), from: Value, to: Value })),
  error: z.string().optional(),
  code: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
  details_omitted: DetailsOmitted.optional(),
})

const Count = z.int().min(0)

const Counts = z.object({ created: Count, changed: Count, unchanged: Count, error: Count })

const Done = z.object({
  id: Id,
  ok: z.boolean(),
  error: z.string().optional(),
  code: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
  details_omitted: DetailsOmitted.optional(),
  dependents: z.object({ matters: Count, time_entries: Count }).optional(),
})

interface Of<P extends string, U extends z.ZodObject> {
  readonly path: P
  readonly name: string
  readonly scope: Scope
  readonly update: U
}

/** What would come of an import, and changes to many records at once. */
function operations<const P extends string, U extends z.ZodObject>({ path, name, scope, update }: Of<P, U>) {
  return {
    preview: {
      method: 'post',
      path: `/${path}/bulk-preview`,
      operationId: `preview${name}Import`,
      summary: 'What a bulk upsert would do, without doing it',
      description: 'A record without an external_id is looked up by its id, as a file that was exported has it.',
      scope,
      body: z.object({ data: z.array(z.unknown()).max(most) }),
      responses: { 200: z.object({ counts: Counts, results: z.array(Previewed) }) },
    },
    changeMany: {
      method: 'post',
      path: `/${path}/bulk-change`,
      operationId: `change${name}Many`,
      summary: 'Change up to 200 records in the same way, each as by PATCH',
      scope,
      body: z.object({ ids: z.array(Id).min(1).max(most), changes: update }),
      responses: { 200: z.object({ results: z.array(Done) }) },
    },
    deleteMany: {
      method: 'post',
      path: `/${path}/bulk-delete`,
      operationId: `delete${name}Many`,
      summary: 'Delete up to 200 records, each as by DELETE',
      scope,
      query: z.object({ force: booleanParam }),
      body: z.object({ ids: z.array(Id).min(1).max(most) }),
      responses: { 200: z.object({ results: z.array(Done) }) },
    },
  } as const satisfies DashResource
}

const ofMatters = operations({
  path: 'matters',
  name: 'Matters',
  scope: 'matters:write',
  update: matters.operations.update.body,
})
const ofClients = operations({
  path: 'clients',
  name: 'Clients',
  scope: 'clients:write',
  update: clients.operations.update.body,
})
const ofTime = operations({
  path: 'time-entries',
  name: 'TimeEntries',
  scope: 'matters:write',
  update: timeEntries.operations.update.body,
})

export const preview = {
  matters: ofMatters.preview,
  clients: ofClients.preview,
  timeEntries: ofTime.preview,
  changeMatters: ofMatters.changeMany,
  changeClients: ofClients.changeMany,
  changeTimeEntries: ofTime.changeMany,
  deleteMatters: ofMatters.deleteMany,
  deleteClients: ofClients.deleteMany,
  deleteTimeEntries: ofTime.deleteMany,
} as const satisfies DashResource

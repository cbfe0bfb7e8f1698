import { Prisma } from '@matterbase/db'
import type { Listing } from '@matterbase/domain'
import { readLoggedRequest, requestLogJson } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../records/list.ts'
import type { WorkspaceDeps } from '../deps.ts'

type Query = Input<DashContract['requestLog']['list']>['query']

/** What the keys of a workspace asked of the API. */
export const requestLog = ({ sealer }: WorkspaceDeps): Handlers<DashContract['requestLog']> => ({
  async list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/requests`, endsEarly: true, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, listing(workspaceId))
    return answer
  },

  async get({ params: { ref } }, { caller: { workspaceId }, sql }) {
    const found = await readLoggedRequest(sql, workspaceId, ref)
    if (!found) throw notFound()
    return { data: new RawJson(found.json), others: new RawJson(found.others) }
  },
})

// Errors have an index of their own, which the planner knows by its condition.
const classes = {
  success: Prisma.sql`status < 400`,
  error: Prisma.sql`status >= 400`,
  '4xx': Prisma.sql`status >= 400 AND status < 500`,
  '5xx': Prisma.sql`status >= 400 AND status >= 500`,
} as const

const listing =
  (workspaceId: number) =>
  ({ status, method, path, key, request_id: requestId }: Query): Listing => ({
    table: Prisma.sql`request_logs`,
    json: requestLogJson,
    id: 'id',
    idType: 'bigint',
    sort: '-id',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      ...(status === undefined ? [] : [classes[status]]),
      ...(method === undefined ? [] : [Prisma.sql`method = ${method}`]),
      ...(path === undefined ? [] : [Prisma.sql`starts_with(path, ${path})`]),
      ...(key === undefined ? [] : [Prisma.sql`api_key_id = ${key}`]),
      ...(requestId === undefined ? [] : [Prisma.sql`request_id = ${requestId}`]),
    ],
  })

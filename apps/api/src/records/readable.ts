import { RefusedError, shown } from '@matterbase/domain'
import type { Actor, PageOf, Readable, RecordQuery, Showing } from '@matterbase/domain'
import { mostWithLong } from '@matterbase/schemas'
import type { Relations } from '@matterbase/schemas'
import { Lines } from '../http/answer/lines.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import type { Context } from '../http/operations/context.ts'
import { pageAnswer } from './list.ts'
import { withOwnMember } from './own-member.ts'

/** The options of list queries. */
export type ListOptions = Pick<PageOf, 'sealer' | 'counting' | 'pageBytes'>

/** How fields and related records are selected. */
type Shape = ReturnType<typeof shown>

export interface ById {
  readonly params: { readonly id: number }
}

interface Reads extends Pick<Readable, 'list' | 'export'> {
  shapeOf(actor: Actor, showing: Showing): Shape
  /** The parameters of the list that take IDs of users. */
  readonly userFilters?: readonly string[]
  /** The JSON of a record. @throws RefusedError not_found. */
  get(context: Context, id: number, shape: Shape): Promise<string>
}

/** The handlers that read records. */
export const readHandlers = ({ sealer, counting, pageBytes }: ListOptions, reads: Reads) => ({
  async list({ query: sent }: { query: RecordQuery }, { caller, sql }: Context) {
    const query = withOwnMember(sent, reads.userFilters ?? [], caller)
    requireShortPage(query)
    const shape = reads.shapeOf(caller, query)
    const { workspaceId, history } = caller
    const page = { sql, sealer, history, counting, pageBytes }
    return pageAnswer('data', await reads.list(page, workspaceId, query, shape))
  },

  // All records of a workspace in one snapshot, line by line.
  export: async ({ query }: { query: RecordQuery }, { caller, snapshot }: Context) =>
    new Lines((send) =>
      snapshot(async (sql) => {
        const { updatedSince, epoch, lines } = await reads.export(sql, caller.workspaceId, query.epoch)
        await send({ 'X-Updated-Since': updatedSince, 'X-Workspace-Epoch': epoch }, lines)
      }),
    ),

  async get({ params: { id }, query }: ById & { query: Showing }, context: Context) {
    const shape = reads.shapeOf(context.caller, query)
    return { data: new RawJson(await reads.get(context, id, shape)) }
  },
})

/** The names in `expand` that make records long. */
const long = ['lines']

/** @throws RefusedError page_too_large. */
function requireShortPage({ expand, limit = 0 }: RecordQuery) {
  if (limit <= mostWithLong || ![expand].flat().some((name) => long.includes(String(name)))) return
  throw new RefusedError(
    'page_too_large',
    `limit is ${limit}. With expand=lines it is at most ${mostWithLong}. Set limit to ${mostWithLong}, and continue with cursor.`,
    { facts: { limit: mostWithLong } },
  )
}

/** The handlers of read-only records. */
export const readableHandlers = (options: ListOptions, reads: Readable, relations: Relations) =>
  readHandlers(options, {
    ...reads,
    shapeOf: (actor, showing) => shown(actor, { columns: reads.columns, contents: reads.contents, relations }, showing),
    get: ({ caller, sql }, id, shape) => reads.get(sql, caller.workspaceId, id, shape),
  })

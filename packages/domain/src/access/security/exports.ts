import type { Permission } from '@matterbase/schemas'
import { int } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import { requireRecentPassword } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { accountVerb, verb } from '../../core/verbs/verb.ts'

/** Notes an export of the audit log. */
export const exportAudit = accountVerb({
  allow: ['audit:read'],
  password: 'always',
  run: async (_tx, _actor, _filters: object) => undefined,
  action: 'audit.exported',
  note: (filters) => ({ details: filters }),
})

/** The cells of a row by column. */
type Cells = Readonly<Record<string, string | number | boolean | null>>

interface Export {
  readonly details: object
  readonly rows: AsyncIterator<readonly Cells[]>
}

interface ChosenExport {
  readonly details: object
  /** The records that were chosen. */
  readonly ids: readonly number[]
}

/** How many chosen records of live a member exports in 24 hours before the password is asked for. */
const freeRecords = 50

/** A list goes out as a file: `all` that its filters leave, or `chosen` records. */
export function listExport(path: string, read: Permission) {
  const noted = { allow: [read], action: 'data.exported' }
  return {
    /** Returns the first rows, so that nothing is noted when the filters are wrong. */
    all: verb({
      ...noted,
      password: 'in live',
      run: async (_tx: Pick<Tx, 'sql'>, _actor: object, { rows }: Export) => rows.next(),
      note: ({ details }: Export) => ({ target: `${path}.csv`, details }),
    }),
    /** Inside a write of the workspace, so that concurrent exports are counted one after the other. */
    chosen: verb({
      ...noted,
      async run({ sql }: Pick<Tx, 'sql'>, actor: Actor, { ids }: ChosenExport) {
        if (actor.environment === 'live' && ids.length + (await chosenLately(sql, actor)) > freeRecords)
          requireRecentPassword(actor)
      },
      note: ({ details, ids }: ChosenExport) => ({ target: `${path}.csv`, details: { ...details, count: ids.length } }),
    }),
  }
}

/** How many records the member has chosen and exported in live in the last 24 hours, by the audit log. */
async function chosenLately(sql: Sql, { ownerUuid, by }: Actor): Promise<number> {
  if (by.kind !== 'user') return 0
  const [row] = await sql.rows({ count: int })`
    SELECT coalesce(sum(cardinality(string_to_array(details->>'ids', ','))), 0)::int AS count FROM audit_entries
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND action = 'data.exported' AND environment = 'live'
      AND user_id = ${by.id}::text::uuid AND at > now() - interval '24 hours'`
  return row?.count ?? 0
}

import type { Permission } from '@matterbase/schemas'
import type { Values } from '../records/record.ts'
import type { Tx } from '../tx/write.ts'
import { accountVerb, verb } from '../verbs/verb.ts'

/** The audit log, or what filters leave of it, goes out as a file. */
export const exportAudit = accountVerb({
  allow: ['audit:read'],
  password: 'always',
  run: async (_tx, _actor, _filters: object) => undefined,
  action: 'audit.exported',
  note: (filters) => ({ details: filters }),
})

interface Export {
  readonly details: object
  readonly rows: AsyncIterator<readonly Values[]>
}

/**
 * A list goes out as a file: all that its filters leave, or `some` that were chosen. Answers the first rows, so that
 * nothing is noted when the filters are wrong.
 */
export function listExport(path: string, read: Permission) {
  const some = {
    allow: [read],
    run: async (_tx: Pick<Tx, 'sql'>, _actor: object, { rows }: Export) => rows.next(),
    action: 'data.exported',
    note: ({ details }: Export) => ({ target: `${path}.csv`, details }),
  }
  return { all: verb({ ...some, password: 'in live' }), some: verb(some) }
}

import { jsonOf } from '@matterbase/db'
import type { ColumnKind } from '@matterbase/db'
import type { Relations } from '@matterbase/schemas'
import type { Actor } from '../../verbs/actor.ts'
import { expanded } from './related.ts'
import type { Shape } from './related.ts'

/** How records are shown, where not as they are: no cursor carries it. */
export interface Showing {
  /** Names of relations. */
  readonly expand?: string | readonly string[] | undefined
  /** Names of members. */
  readonly fields?: string | readonly string[] | undefined
}

/** What a record has to show. */
interface Members {
  /** In their order; the first is its id. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly relations: Relations
}

/**
 * Leaves out what `fields` does not name, and puts what `expand` names beside it. Undefined when nothing is asked for:
 * then records are answered as they are kept.
 *
 * @throws RefusedError insufficient_scope when the actor may not read what is expanded.
 */
export function shown(actor: Actor, { columns, relations }: Members, { expand, fields }: Showing): Shape | undefined {
  const beside = expanded(actor, relations, [expand ?? []].flat())
  if (fields === undefined) return beside
  const wanted = new Set([fields].flat())
  const some = jsonOf(Object.fromEntries(Object.entries(columns).filter(([name], at) => at === 0 || wanted.has(name))))
  return () => (beside ? beside(some) : some)
}

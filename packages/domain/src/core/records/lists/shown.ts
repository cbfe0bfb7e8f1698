import { jsonOf } from '@matterbase/db'
import type { ColumnKind, Prisma } from '@matterbase/db'
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

/** The fields and relations of a response. */
interface Members {
  /** In their order; the first is its id. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly relations: Relations
  /** Parts that `expand` adds: expressions of JSON text over a row of `page`. */
  readonly contents?: Readonly<Record<string, Prisma.Sql>> | undefined
}

/**
 * Selects the fields in `fields`, and adds the relations in `expand`. Undefined without either: records are then
 * returned as they are stored.
 *
 * @throws RefusedError insufficient_scope when the actor may not read a relation.
 */
export function shown(
  actor: Actor,
  { columns, relations, contents = {} }: Members,
  { expand, fields }: Showing,
): Shape | undefined {
  const withRelated = expanded(actor, { relations, contents }, [expand ?? []].flat())
  if (fields === undefined) return withRelated
  const wanted = new Set([fields].flat())
  const some = jsonOf(Object.fromEntries(Object.entries(columns).filter(([name], at) => at === 0 || wanted.has(name))))
  return () => (withRelated ? withRelated(some) : some)
}

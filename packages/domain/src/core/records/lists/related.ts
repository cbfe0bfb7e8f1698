import { identifier, Prisma } from '@matterbase/db'
import { recordContracts, scopeOf, tableOf } from '@matterbase/schemas'
import type { Relations } from '@matterbase/schemas'
import { requirePermission } from '../../verbs/actor.ts'
import type { Actor } from '../../verbs/actor.ts'
import { notDeleted } from '../table/not-deleted.ts'
import { recordColumns, recordJson } from '../table/record-json.ts'
import { relatedUser } from '../table/users.ts'

/** Writes a row of `page` as JSON text, with more or less than the record itself. */
export type Shape = (json: Prisma.Sql) => Prisma.Sql

interface Expandable {
  readonly relations: Relations
  /** Parts of the record: expressions of JSON text over a row of `page`. */
  readonly contents: Readonly<Record<string, Prisma.Sql>>
}

/**
 * Adds contents of the record, and related records next to their IDs; null where the related record no longer exists.
 *
 * @param names of these relations and contents. No name means no expansion.
 *
 * @throws RefusedError insufficient_scope when the actor may not read one of them.
 */
export function expanded(
  actor: Actor,
  { relations, contents }: Expandable,
  names: readonly string[],
): Shape | undefined {
  const members = names.map((name) => {
    const content = contents[name]
    if (content) return Prisma.sql`${`,"${name}":`}::text || ${content}`
    const relation = relations[name]
    if (!relation) throw new Error(`There is no relation ${name}`)
    const scope = scopeOf(relation)
    if (scope !== null) requirePermission(actor, scope)
    const { references, column } = relation
    const record = references === 'users' ? relatedUser(actor, column) : relatedRecord(references, column)
    return Prisma.sql`${`,"${name}":`}::text || coalesce(${record}, 'null')`
  })
  if (members.length === 0) return undefined
  return (json) => Prisma.sql`left(${json}, -1) || ${Prisma.join(members, ' || ')} || '}'`
}

const relatedRecord = (path: string, column: string) => Prisma.sql`(
  SELECT ${jsonOfRelated(path)} FROM ${identifier(tableOf(path))} AS related
  WHERE related.workspace_id = page.workspace_id AND related.id = page.${identifier(column)} AND ${notDeleted})`

function jsonOfRelated(path: string): Prisma.Sql {
  const contract = Object.values(recordContracts).find((one) => one.path === path)
  if (!contract) throw new Error(`No record has a relation to ${path}`)
  const table = tableOf(path)
  return recordJson(table, recordColumns(table, contract.fields, contract.derived), 'related')
}

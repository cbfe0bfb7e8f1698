import type { Sql } from '@matterbase/db'
import type { ErrorDetail } from '@matterbase/schemas'
import type { Values } from './record.ts'
import { missingReferences } from './references.ts'
import { brokenRules } from './rules.ts'
import { draftsOf } from './save.ts'
import type { SaveOptions } from './save.ts'

/** A request whose members `wrong` are left out: about a record by its id, or by an external_id among the members. */
export interface Malformed {
  readonly id?: number | undefined
  readonly changes: Values
  readonly wrong: ReadonlySet<string>
}

/** What else is wrong with it. */
export async function alsoWrong(
  sql: Sql,
  workspaceId: number,
  { id, changes, wrong }: Malformed,
  options: SaveOptions,
): Promise<ErrorDetail[]> {
  const { table, fields, rules } = options
  const { external_id: externalId } = changes
  const [existing] =
    id === undefined
      ? await table.byExternalIds(sql, workspaceId, typeof externalId === 'string' ? [externalId] : [])
      : await table.byIds(sql, workspaceId, [id])
  if (id !== undefined && !existing) return []
  const drafts = draftsOf([{ existing, changes }], options)
  const [missing = []] = await missingReferences(sql, workspaceId, drafts, fields)
  // Of `someOf`, one that is wrong was given all the same.
  const someOf = rules.someOf?.some((member) => wrong.has(member)) ? [] : (rules.someOf ?? [])
  const broken = drafts.flatMap(({ values }) => brokenRules(values, existing?.values, fields, { ...rules, someOf }))
  return [...broken, ...missing]
}

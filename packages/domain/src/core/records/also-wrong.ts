import type { Sql } from '@matterbase/db'
import type { ErrorDetail } from '@matterbase/schemas'
import { draftsOf } from '../write/drafts.ts'
import type { RelatedRecords, Values } from './record.ts'
import type { WritableKind } from './writable-kind.ts'
import { resolveRelated } from './related-records.ts'
import { withMembers } from './members.ts'
import { missingReferences } from './references.ts'
import { brokenRules } from './rules.ts'

/** A request whose members `wrong` are left out: about a record by its id, or by an external_id among the members. */
export interface Malformed {
  readonly id?: number | undefined
  readonly changes: Values
  readonly related?: RelatedRecords | undefined
  readonly wrong: ReadonlySet<string>
}

/** More problems of the record. */
export async function alsoWrong(
  sql: Sql,
  workspaceId: number,
  { id, wrong, ...asked }: Malformed,
  kind: WritableKind,
): Promise<ErrorDetail[]> {
  const { table, fields, rules } = kind
  const [{ changes, wrong: unrelated } = { changes: asked.changes, wrong: [] }] = await resolveRelated(
    sql,
    [{ workspaceId, write: asked }],
    fields,
  )
  const { external_id: externalId } = changes
  const [existing] =
    id === undefined
      ? await table.byExternalIds(sql, workspaceId, typeof externalId === 'string' ? [externalId] : [])
      : await table.byIds(sql, workspaceId, [id])
  if (id !== undefined && !existing) return []
  const drafts = draftsOf([{ workspaceId, write: { as: 'create', changes }, existing }], kind)
  const { unknown } = await withMembers(sql, drafts, kind.derived ?? {})
  const [missing = []] = await missingReferences(sql, drafts, fields)
  const [further = []] = (await kind.problems?.(sql, drafts)) ?? []
  // An invalid one of `someOf` still counts as given.
  const someOf = rules.someOf?.some((member) => wrong.has(member)) ? [] : (rules.someOf ?? [])
  const broken = drafts.flatMap(({ values }) => brokenRules(values, existing?.values, fields, { ...rules, someOf }))
  return [...broken, ...missing, ...unknown.flat(), ...further, ...unrelated]
}

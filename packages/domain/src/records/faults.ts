import type { Fields, Rules } from '@matterbase/schemas'
import type { Tx } from '../tx/write.ts'
import { invalidFields, RefusedError } from '../verbs/refused.ts'
import type { Draft, StoredRecord } from './record.ts'
import { missingReferences } from './references.ts'
import { brokenRules } from './rules.ts'
import type { Table } from './table/table.ts'
import { changedSince } from './tag.ts'

interface Checks {
  readonly table: Table
  readonly fields: Fields
  readonly rules: Rules
}

/** The error of each draft, where it has one. */
export async function faults(tx: Tx, drafts: readonly Draft[], { table, fields, rules }: Checks) {
  const missing = await missingReferences(tx.sql, tx.workspaceId, drafts, fields)
  const wanted = drafts.map(({ existing, values, byExternalId, ifTaken }) => {
    const id = byExternalId || ifTaken === 'later' ? null : values['external_id']
    return typeof id === 'string' && id !== existing?.values['external_id'] ? id : undefined
  })
  const asked = wanted.filter((id) => id !== undefined)
  const holders =
    asked.length > 0 ? await tx.together(table.byExternalIdsOfAll, { workspaceId: tx.workspaceId, keys: asked }) : []
  return drafts.map(({ existing, values, seen }, index): RefusedError | undefined => {
    const details = [...brokenRules(values, existing === undefined, fields, rules), ...(missing[index] ?? [])]
    if (details.length > 0) return invalidFields(details)
    const refusal = changedSince(seen, existing?.json)
    if (refusal) return refusal
    const holder = holders.find((record) => record.values['external_id'] === wanted[index])
    return holder && externalIdConflict(holder)
  })
}

function externalIdConflict({ values }: StoredRecord) {
  return new RefusedError('external_id_conflict', `Record ${values.id} already has this external_id`, {
    facts: { existing_id: values.id },
  })
}

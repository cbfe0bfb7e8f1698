import type { ErrorDetail, Fields, Rules } from '@matterbase/schemas'
import type { Tx } from '../tx/write.ts'
import { invalidFields, RefusedError } from '../verbs/refused.ts'
import { disregarded } from './disregarded.ts'
import type { Draft, StoredRecord, Values } from './record.ts'
import { missingReferences } from './references.ts'
import { brokenRules, tooLargeProducts } from './rules.ts'
import type { Table } from './table/table.ts'
import { changedSince } from './tag.ts'

interface Checks {
  readonly table: Table
  readonly noun: string
  readonly fields: Fields
  readonly rules: Rules
  readonly follow?: readonly string[] | undefined
}

/** The error of each draft, where it has one. */
export async function faults(tx: Tx, drafts: readonly Draft[], { table, noun, fields, rules, follow = [] }: Checks) {
  const missing = await missingReferences(tx.sql, tx.workspaceId, drafts, fields)
  const wanted = drafts.map(({ existing, values, byExternalId, ifTaken }) => {
    const id = byExternalId || ifTaken === 'later' ? null : values['external_id']
    return typeof id === 'string' && id !== existing?.values['external_id'] ? id : undefined
  })
  const asked = wanted.filter((id) => id !== undefined)
  const holders =
    asked.length > 0 ? await tx.together(table.byExternalIdsOfAll, { workspaceId: tx.workspaceId, keys: asked }) : []
  return drafts.map((draft, index): RefusedError | undefined => {
    const { existing, values, seen } = draft
    const details = [
      ...brokenRules(values, existing?.values, fields, rules),
      ...tooLargeProducts(values, existing?.values, rules),
      ...(missing[index] ?? []),
      ...(draft.sent?.isStrict ? disregarded(draft, follow).map((field) => refusedAs(field, values)) : []),
    ]
    if (details.length > 0) return invalidFields(details)
    const refusal = changedSince(seen, existing?.json)
    if (refusal) return refusal
    const holder = holders.find((record) => record.values['external_id'] === wanted[index])
    return holder && externalIdConflict(holder, noun)
  })
}

/** What is said of a member that was sent with another value than the record has; not the value, for who may not read it. */
function refusedAs(field: string, { case_id: matter = null }: Values): ErrorDetail {
  if (field === 'user_id')
    return { field, code: 'not_found', message: 'is not the ID of a current member of this account' }
  const source = field === 'client_id' && matter !== null ? 'follows from the matter' : sources[field]
  return { field, code: 'read_only', message: `${source ?? 'is set by the service'}. Leave it out` }
}

const sources: Readonly<Record<string, string>> = { status: 'follows from the invoice' }

function externalIdConflict({ values: { id, external_id: externalId } }: StoredRecord, noun: string) {
  const said = JSON.stringify(String(externalId).slice(0, 64).toWellFormed())
  return new RefusedError(
    'external_id_conflict',
    `external_id ${said} belongs to ${noun} ${id}. Update ${noun} ${id}, or use PUT.`,
    { facts: { existing_id: id } },
  )
}

import { isDeepStrictEqual } from 'node:util'
import { text } from '@matterbase/db'
import type { DashContract, Input } from '@matterbase/schemas'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { changeAndRecord } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invalid, RefusedError } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { readLeadFields } from './lead-fields.ts'
import { emailKey, findLead, given, isIdentified, nameOf, requireLeadJson, withConflictNames } from './lead.ts'
import type { BoardLead } from './lead.ts'
import { leadScore } from './score.ts'

type Changes = Input<DashContract['leadBoard']['update']>['body']

interface LeadUpdate {
  readonly id: string
  readonly changes: Changes
  readonly seen?: Seen | undefined
}

interface Updated {
  /** As JSON text. */
  readonly json: string
  readonly name: string
}

/** Changes a lead and returns it. The score follows. */
export const updateLead = verb({
  allow: ['leads:manage'],
  run: (tx, _actor, update: LeadUpdate) => change(tx, update),
  action: 'lead.updated',
  note: ({ changes }, { name }) => ({ target: name, details: changes }),
})

/** @throws RefusedError not_found, validation_failed, conflict when another lead has the email address. */
async function change(tx: Tx, { id, changes, seen }: LeadUpdate): Promise<Updated> {
  const { json, lead } = await findLead(tx, id)
  requireUnchanged(seen, json)
  const { custom_fields: sent, ...others } = changes
  const before = lead.custom_fields
  const { after } = await readLeadFields(tx, { sent, before, isNew: false, isEnforced: false })
  const next = { ...lead, ...changesOf(others), custom_fields: after ?? {} }
  if (isSame(lead, next)) return { json, name: nameOf(lead) }
  if (!isIdentified(next)) throw invalid('email', 'required', 'email or first_name is required')
  await requireFreeEmail(tx, lead, next)
  const record = {
    ...next,
    custom_fields: after,
    email_key: emailKey(next.email),
    score: leadScore(next.practice_area, next.urgency),
    updated_at: tx.stamp().toISOString(),
  }
  await changeAndRecord(
    tx,
    'lead.updated',
    () => requireLeadJson(tx, id),
    () => tx.sql.run`
    UPDATE leads AS current
    SET first_name = new.first_name, last_name = new.last_name, email = new.email, email_key = new.email_key, phone = new.phone,
        company = new.company, practice_area = new.practice_area, description = new.description, urgency = new.urgency,
        status = new.status, score = new.score, custom_fields = new.custom_fields, conflict_names = new.conflict_names,
        updated_at = new.updated_at
    FROM json_populate_record(NULL::leads, ${JSON.stringify(withConflictNames(tx, record))}::json) AS new
    WHERE current.workspace_id = ${tx.workspaceId} AND current.lead_id = ${id}::text::uuid`,
  )
  return { json: (await findLead(tx, id)).json, name: nameOf(next) }
}

/** Blank strings become null. A null urgency becomes the default urgency. */
function changesOf({ urgency, status, ...texts }: Omit<Changes, 'custom_fields'>): Partial<BoardLead> {
  const filled = Object.entries(texts).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(filled.map(([name, value]) => [name, given(value)])),
    ...(urgency !== undefined && { urgency: urgency ?? 'medium' }),
    ...(status !== undefined && { status }),
  }
}

const isSame = (a: BoardLead, b: BoardLead) =>
  Object.entries(b).every(([name, value]) => isDeepStrictEqual(a[name as keyof BoardLead], value))

async function requireFreeEmail({ sql, workspaceId }: Tx, lead: BoardLead, { email }: BoardLead) {
  const key = emailKey(email)
  if (key === null || key === emailKey(lead.email)) return
  const [other] = await sql.rows({ lead_id: text })`
    SELECT lead_id::text FROM leads WHERE workspace_id = ${workspaceId} AND email_key = ${key} AND deleted_at IS NULL`
  if (!other) return
  const message = 'Another lead has this email address. Open that lead instead.'
  const details = [{ field: 'email', code: 'taken', message }]
  throw new RefusedError('conflict', message, { details, facts: { existing_id: other.lead_id } })
}

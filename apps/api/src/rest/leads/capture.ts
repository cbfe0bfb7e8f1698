import { jsonOf } from '@matterbase/db'
import { recordEvents } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import { urgencies } from '@matterbase/schemas'
import type { LeadInput } from '@matterbase/schemas'
import { leadScore } from './score.ts'

/** The columns of `leads` that are answered, in their order. */
export const leadColumns = {
  lead_id: 'plain',
  first_name: 'plain',
  last_name: 'plain',
  email: 'plain',
  phone: 'plain',
  company: 'plain',
  practice_area: 'plain',
  description: 'plain',
  urgency: 'plain',
  status: 'plain',
  score: 'plain',
  created_at: 'timestamp',
  updated_at: 'timestamp',
} as const

/** Writes a row of `leads` as JSON text: what is answered and what events carry. */
export const leadJson = jsonOf(leadColumns)

type Urgency = NonNullable<LeadInput['urgency']>
type LeadSource = 'api' | 'form' | 'manual'

/** A lead's members, in the form in which they are answered. */
type StoredLead = Readonly<Record<(typeof texts)[number], string | null>> & {
  readonly lead_id: string
  readonly urgency: Urgency
}

const texts = ['first_name', 'last_name', 'email', 'phone', 'company', 'practice_area', 'description'] as const

export interface Captured {
  readonly json: string
  readonly created: boolean
}

/**
 * Captures a lead: the one way in for every source. One whose email is known is merged with the lead
 * that has it: only empty members are filled in, the urgency may only rise, and no event fires.
 *
 * @param keyId the API key that it comes through, which can list it from then on.
 */
export async function captureLead(tx: Tx, lead: LeadInput, source: LeadSource, keyId?: number): Promise<Captured> {
  const known = await findByEmail(tx, lead.email)
  const captured = known ? await merge(tx, known, lead) : await insert(tx, lead, source)
  if (keyId !== undefined) await linkToKey(tx, captured.json, keyId)
  return captured
}

/** The one form in which email addresses are compared. */
export const emailKey = (email: string | null | undefined) => email?.trim().toLowerCase() || null

async function findByEmail(tx: Tx, email: string | null | undefined) {
  const key = emailKey(email)
  if (key === null) return undefined
  const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
    SELECT ${leadJson} AS json FROM leads WHERE workspace_id = ${tx.workspaceId} AND email_key = ${key} AND deleted_at IS NULL`
  return row && { json: row.json, lead: JSON.parse(row.json) as StoredLead }
}

async function insert(tx: Tx, lead: LeadInput, source: LeadSource): Promise<Captured> {
  const stamp = tx.stamp().toISOString()
  const urgency = lead.urgency ?? 'medium'
  const record = {
    ...Object.fromEntries(texts.map((name) => [name, given(lead[name])])),
    email_key: emailKey(lead.email),
    urgency,
    status: 'new',
    score: leadScore(given(lead.practice_area), urgency),
    source,
    created_at: stamp,
    updated_at: stamp,
  }
  const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
    INSERT INTO leads (workspace_id, first_name, last_name, email, email_key, phone, company, practice_area, description,
                       urgency, status, score, source, created_at, updated_at)
    SELECT ${tx.workspaceId}, first_name, last_name, email, email_key, phone, company, practice_area, description,
           urgency, status, score, source, created_at, updated_at
    FROM json_populate_record(NULL::leads, ${JSON.stringify(record)}::json)
    RETURNING ${leadJson} AS json`
  if (!row) throw new Error('A lead was not written')
  await recordEvents(tx, 'lead.created', [row.json], tx.now)
  return { json: row.json, created: true }
}

async function merge(tx: Tx, known: { json: string; lead: StoredLead }, lead: LeadInput): Promise<Captured> {
  const merged = Object.fromEntries(texts.map((name) => [name, known.lead[name] ?? given(lead[name])]))
  const urgency = higher(known.lead.urgency, lead.urgency)
  const isSame = urgency === known.lead.urgency && texts.every((name) => merged[name] === known.lead[name])
  if (isSame) return { json: known.json, created: false }
  const score = leadScore(merged['practice_area'] ?? null, urgency)
  const record = { ...merged, urgency, score, updated_at: tx.stamp().toISOString() }
  await tx.sql.$executeRaw`
    UPDATE leads AS current
    SET first_name = new.first_name, last_name = new.last_name, email = new.email, phone = new.phone, company = new.company,
        practice_area = new.practice_area, description = new.description, urgency = new.urgency, score = new.score, updated_at = new.updated_at
    FROM json_populate_record(NULL::leads, ${JSON.stringify(record)}::json) AS new
    WHERE current.workspace_id = ${tx.workspaceId} AND current.lead_id = ${known.lead.lead_id}::text::uuid`
  return { json: (await findByEmail(tx, lead.email))?.json ?? known.json, created: false }
}

/** Whether there is enough to know a lead by: an email address or a first name. */
export const isIdentified = ({ email, first_name: firstName }: Pick<LeadInput, 'email' | 'first_name'>) =>
  [email, firstName].some((name) => name?.trim())

/** Blank is not given. */
export const given = (value: string | null | undefined) => (value?.trim() ? value : null)

function higher(known: Urgency, sent: LeadInput['urgency']): Urgency {
  return sent && urgencies.indexOf(sent) > urgencies.indexOf(known) ? sent : known
}

async function linkToKey(tx: Tx, json: string, keyId: number) {
  const { lead_id: leadId } = JSON.parse(json) as StoredLead
  await tx.sql.$executeRaw`
    INSERT INTO lead_keys (workspace_id, lead_id, api_key_id) VALUES (${tx.workspaceId}, ${leadId}::text::uuid, ${keyId})
    ON CONFLICT DO NOTHING`
}

import { text, uuid } from '@matterbase/db'
import { alwaysShown, mostMetadataKeys, urgencies } from '@matterbase/schemas'
import type { LeadInput, Pairs } from '@matterbase/schemas'
import { recordEvents, changeAndRecord } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { MapValue } from '../../core/records/record.ts'
import { isAllowed } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { verb } from '../../core/verbs/verb.ts'
import { readLeadFields } from './lead-fields.ts'
import { emailKey, given, leadJson, requireLeadJson, withConflictNames } from './lead.ts'
import { leadScore } from './score.ts'

type Urgency = NonNullable<LeadInput['urgency']>
type LeadSource = 'api' | 'form' | 'manual'

/** A lead's fields, in the form of responses. */
type StoredLead = Readonly<Record<(typeof texts)[number], string | null>> & {
  readonly lead_id: string
  readonly urgency: Urgency
  readonly metadata: Pairs
  readonly custom_fields: MapValue
}

const texts = ['first_name', 'last_name', 'email', 'phone', 'company', 'practice_area', 'description'] as const

interface Captured {
  /** The lead, as far as the caller may see it. */
  readonly json: string
  readonly created: boolean
  /** Sent custom fields without a definition. */
  readonly unknown: readonly string[]
}

const sources = {
  key: 'api',
  user: 'manual',
  visitor: 'form',
  entrant: 'manual',
  system: 'api',
} as const satisfies Record<Actor['by']['kind'], LeadSource>

/**
 * Captures a lead of any source. A lead with a known email address is merged into the existing lead: only empty fields
 * are filled in, the urgency may only rise, and `lead.created` does not fire again. An API key can list the leads that
 * it captured. It learns nothing about leads from elsewhere, because email addresses are easy to guess.
 */
export const captureLead = verb({
  allow: ['leads:write'],
  async run(tx, { by, permissions }, lead: LeadInput): Promise<Captured> {
    const known = await findByEmail(tx, lead.email)
    const isEnforced = by.kind === 'key' && !known
    const given = { sent: lead.custom_fields, before: undefined, isNew: !known, isEnforced }
    const { after, unknown } = await readLeadFields(tx, given, 'leadData.')
    const sent = { ...lead, custom_fields: after }
    if (!known) {
      const { lead_id: leadId, json } = await insert(tx, sent, sources[by.kind])
      if (by.kind === 'key') await linkToKey(tx, leadId, by.id)
      return { json, created: true, unknown }
    }
    const isOwn = by.kind !== 'key' || (await isLinkedToKey(tx, known.lead.lead_id, by.id))
    const json = await merge(tx, known, sent)
    return {
      json: isOwn && isAllowed({ permissions }, 'leads:read') ? json : asSent(json, sent),
      created: false,
      unknown,
    }
  },
})

async function findByEmail(tx: Tx, email: string | null | undefined) {
  const key = emailKey(email)
  if (key === null) return undefined
  const [row] = await tx.sql.rows({ json: text })`
    SELECT ${leadJson} AS json FROM leads WHERE workspace_id = ${tx.workspaceId} AND email_key = ${key} AND deleted_at IS NULL`
  return row && { json: row.json, lead: JSON.parse(row.json) as StoredLead }
}

/** A lead as it was sent, with custom fields in the form of responses. */
type SentLead = Omit<LeadInput, 'custom_fields'> & { readonly custom_fields: MapValue | null }

async function insert(tx: Tx, lead: SentLead, source: LeadSource): Promise<{ lead_id: string; json: string }> {
  const stamp = tx.stamp().toISOString()
  const urgency = lead.urgency ?? 'medium'
  const record = {
    ...Object.fromEntries(texts.map((name) => [name, given(lead[name])])),
    email_key: emailKey(lead.email),
    urgency,
    status: 'new',
    score: leadScore(given(lead.practice_area), urgency),
    source,
    metadata: unlessEmpty(withMissing({}, lead.metadata)),
    custom_fields: lead.custom_fields,
    created_at: stamp,
    updated_at: stamp,
  }
  const [row] = await tx.sql.rows({ json: text, lead_id: uuid })`
    WITH captured AS (
    INSERT INTO leads (workspace_id, first_name, last_name, email, email_key, phone, company, practice_area, description,
                       urgency, status, score, source, metadata, custom_fields, conflict_names, created_at, updated_at)
    SELECT ${tx.workspaceId}, first_name, last_name, email, email_key, phone, company, practice_area, description,
           urgency, status, score, source, metadata, custom_fields, conflict_names, created_at, updated_at
    FROM json_populate_record(NULL::leads, ${JSON.stringify(withConflictNames(tx, record))}::json)
    RETURNING *)
    SELECT ${leadJson} AS json, lead_id FROM captured`
  if (!row) throw new Error('A lead was not written')
  await recordEvents(tx, 'lead.created', [row.json])
  return row
}

/** Completes a lead, and returns it as JSON text. */
async function merge(tx: Tx, known: { json: string; lead: StoredLead }, lead: SentLead): Promise<string> {
  const merged = Object.fromEntries(texts.map((name) => [name, known.lead[name] ?? given(lead[name])]))
  const urgency = higher(known.lead.urgency, lead.urgency)
  const metadata = withMissing(known.lead.metadata, lead.metadata)
  const customFields = { ...lead.custom_fields, ...known.lead.custom_fields }
  const hasMore = countOf(metadata, customFields) > countOf(known.lead.metadata, known.lead.custom_fields)
  const isSame = !hasMore && urgency === known.lead.urgency && texts.every((name) => merged[name] === known.lead[name])
  if (isSame) return known.json
  const score = leadScore(merged['practice_area'] ?? null, urgency)
  const maps = { metadata: unlessEmpty(metadata), custom_fields: unlessEmpty(customFields) }
  const record = { ...merged, urgency, score, ...maps, updated_at: tx.stamp().toISOString() }
  const read = () => requireLeadJson(tx, known.lead.lead_id)
  await changeAndRecord(
    tx,
    'lead.updated',
    read,
    () => tx.sql.run`
    UPDATE leads AS current
    SET first_name = new.first_name, last_name = new.last_name, email = new.email, phone = new.phone, company = new.company,
        practice_area = new.practice_area, description = new.description, urgency = new.urgency, score = new.score,
        metadata = new.metadata, custom_fields = new.custom_fields, conflict_names = new.conflict_names, updated_at = new.updated_at
    FROM json_populate_record(NULL::leads, ${JSON.stringify(withConflictNames(tx, record))}::json) AS new
    WHERE current.workspace_id = ${tx.workspaceId} AND current.lead_id = ${known.lead.lead_id}::text::uuid`,
  )
  return read()
}

const countOf = (...maps: readonly object[]) => maps.reduce((sum, map) => sum + Object.keys(map).length, 0)

/** The metadata with the sent keys that it lacks, as far as there is room: to say how many it has would tell of the lead. */
function withMissing(known: Pairs, sent: LeadInput['metadata']): Pairs {
  const missing = Object.entries(sent ?? {}).flatMap(([key, value]) =>
    value === null || Object.hasOwn(known, key) ? [] : [[key, value] as const],
  )
  return Object.fromEntries([...Object.entries(known), ...missing].slice(0, mostMetadataKeys))
}

const unlessEmpty = <T extends object>(pairs: T) => (Object.keys(pairs).length > 0 ? pairs : null)

function higher(known: Urgency, sent: LeadInput['urgency']): Urgency {
  return sent && urgencies.indexOf(sent) > urgencies.indexOf(known) ? sent : known
}

async function linkToKey(tx: Tx, leadId: string, keyId: number) {
  await tx.sql.run`
    INSERT INTO lead_keys (workspace_id, lead_id, api_key_id) VALUES (${tx.workspaceId}, ${leadId}::text::uuid, ${keyId})`
}

/** True if a lead was captured through this key. */
const isLinkedToKey = async (tx: Tx, leadId: string, keyId: number): Promise<boolean> =>
  (await tx.sql.run`
    SELECT FROM lead_keys
    WHERE workspace_id = ${tx.workspaceId} AND lead_id = ${leadId}::text::uuid AND api_key_id = ${keyId}`) > 0

/** A known lead with the fields as they were sent, which is not always what it has, and null for the others. */
function asSent(json: string, sent: SentLead): string {
  const { metadata, custom_fields: customFields, ...texts } = sent
  const pairs = metadata && withMissing({}, metadata)
  const own: Readonly<Record<string, string | null | undefined>> = texts
  const lead = JSON.parse(json) as Record<string, unknown>
  const shown = Object.entries(lead).map(([field, value]) => [
    field,
    alwaysShown.includes(field) ? value : given(own[field]),
  ])
  return JSON.stringify({ ...Object.fromEntries(shown), metadata: pairs ?? null, custom_fields: customFields })
}

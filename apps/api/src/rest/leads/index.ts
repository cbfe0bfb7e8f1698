import { Prisma } from '@matterbase/db'
import type { Contract, LeadInput } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../crud/list.ts'
import type { ResourceDeps } from '../deps.ts'
import { captureLead, isIdentified, leadJson } from './capture.ts'

export const leads = ({ sealer }: ResourceDeps): Handlers<Contract['leads']> => ({
  list({ query }, { caller: { workspaceId, key }, sql }) {
    const scope = key ? `lists/${workspaceId}/leads/${key.id}` : `lists/${workspaceId}/leads`
    const page = { sql, sealer, scope, member: 'leads' as const }
    return listPage(page, query, () => ({
      table: Prisma.sql`leads`,
      json: leadJson,
      id: 'lead_id',
      idType: 'uuid',
      sort: '-created_at',
      conditions: [
        Prisma.sql`workspace_id = ${workspaceId}`,
        Prisma.sql`deleted_at IS NULL`,
        ...(key ? [submittedThrough(key.id)] : []),
      ],
    }))
  },

  create({ body: { leadData } }, { write, caller: { key, permissions } }) {
    if (!isIdentified(leadData)) throw unidentified()
    return write(async (tx) => {
      const { json, created } = await captureLead(tx, leadData, key ? 'api' : 'manual', key?.id)
      const mayRead = created || permissions.includes('leads:read')
      return { success: true as const, lead: new RawJson(mayRead ? json : withoutOthersData(json, leadData)), created }
    })
  },
})

/** A key sees the leads that came through it; whoever is signed in sees all of them. */
const submittedThrough = (keyId: number) =>
  Prisma.sql`EXISTS (SELECT 1 FROM lead_keys WHERE lead_keys.workspace_id = leads.workspace_id AND lead_keys.lead_id = leads.lead_id AND lead_keys.api_key_id = ${keyId})`

/** The sentence is the specification's. */
function unidentified() {
  const message = 'email or first_name is required'
  return new ApiError('validation_failed', message, {
    body: { details: [{ field: 'leadData', code: 'required', message }] },
  })
}

/**
 * A key that may only write must not learn what others sent about a lead: it gets back the id, the
 * status and its own words.
 */
function withoutOthersData(json: string, sent: LeadInput): string {
  const own: Readonly<Record<string, unknown>> = sent
  const lead = JSON.parse(json) as Record<string, unknown>
  const shown = Object.entries(lead).map(([name, value]) => [
    name,
    name === 'lead_id' || name === 'status' ? value : (own[name] ?? null),
  ])
  return JSON.stringify(Object.fromEntries(shown))
}

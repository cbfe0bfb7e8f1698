import { captureLead, isIdentified, leadColumns, leadJson, leadListing, shown } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import { ApiError, validationFailed } from '../http/errors/api-error.ts'
import type { Context, Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { noteReadOnly } from '../records/read-only.ts'
import { listPage } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

export const leads = ({ sealer, counting, pageBytes }: ResourceDeps): Handlers<Contract['leads']> => ({
  list({ query }, { caller, sql }) {
    const { workspaceId, history, key } = caller
    const shape = shown(caller, { columns: leadColumns, relations: {} }, query)
    const scope = key ? `lists/${workspaceId}/leads/${key.id}` : `lists/${workspaceId}/leads`
    const page = { sql, sealer, history, counting, pageBytes, scope, member: 'leads' as const }
    const json = shape?.(leadJson)
    return listPage(page, query, leadListing({ sql, workspaceId, keyId: key?.id, json }))
  },

  create({ body: { leadData } }, context) {
    const { caller, write } = context
    if (!isIdentified(leadData)) throw unidentified(leadData)
    return write(async (tx) => {
      const { json, created, unknown } = await captureLead(tx, caller, leadData)
      requireKnown(context, unknown)
      noteReadOnly(context, json, { before: created ? undefined : json, unknown })
      return { success: true as const, lead: new RawJson(json), created }
    })
  },
})

/** @throws ApiError validation_failed for custom fields without a definition, in strict mode. */
function requireKnown({ sent }: Context, unknown: readonly string[]): void {
  const message = 'is not a custom field. GET /custom-fields lists the keys'
  if (sent?.isStrict && unknown.length > 0)
    throw validationFailed(unknown.map((field) => ({ field, code: 'unknown_field', message })))
}

/** The message is part of the specification. The detail also helps callers who forgot `leadData`. */
function unidentified(leadData: object) {
  const sentence = 'email or first_name is required'
  const message =
    Object.keys(leadData).length > 0
      ? sentence
      : 'must be an object with an email or a first_name, such as {"leadData": {"first_name": "Jane"}}'
  return new ApiError('validation_failed', sentence, {
    body: { details: [{ field: 'leadData', code: 'required', message }] },
  })
}

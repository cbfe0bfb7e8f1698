import { formatValue } from '../encoding/encode.ts'
import { toApiError } from '../errors/api-error.ts'
import { ConfigError } from '../errors/error-base.ts'
import { invalidAnswer } from '../errors/errors.ts'
import type { ListBody, Upsert, Upserted } from '../lists/wire.ts'
import type { Call } from '../requests/request.ts'

function checked(externalId: unknown): string {
  if (typeof externalId === 'string' && externalId.trim()) return externalId
  throw new ConfigError(`externalId must be a string that is not blank, not ${formatValue(externalId)}`)
}

/** Creates the record with this external_id, or changes the existing one. */
export function upsertCall<T>(
  resource: string,
  externalId: string,
  body: { readonly external_id?: unknown },
): Call<Upserted<T>, Upsert<T>> {
  const { external_id = externalId } = body
  if (external_id !== externalId)
    throw new ConfigError(
      `The body must not have another external_id, ${formatValue(external_id)}. Change it with update`,
    )
  return {
    method: 'PUT',
    path: [resource],
    body: { ...body, external_id: checked(externalId) },
    decode: ({ data, created }, { response }) => data && { data, created: created ?? response.status === 201 },
  }
}

/** Finds the record with this external_id through the list. */
export function byExternalId<T extends { readonly external_id?: unknown; readonly updated_at: string }>(
  resource: string,
  externalId: string,
): Call<ListBody<T>, T> {
  return {
    method: 'GET',
    path: [resource],
    query: { external_id: checked(externalId) },
    decode: ({ data }, { response: { headers } }) => {
      const found = data?.find(({ external_id }) => external_id === externalId)
      if (found || !data) return found
      // A server that ignored the filter does not prove that the record is missing.
      if (data.length > 0)
        throw invalidAnswer(
          'Unexpected response: the server returned records with another external_id. Check that no proxy drops query parameters',
        )
      const error = `No record of ${resource} has the external_id ${formatValue(externalId)} in this workspace`
      throw toApiError({ status: 404, headers, body: { error, code: 'not_found' } })
    },
  }
}

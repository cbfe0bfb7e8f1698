import { shown } from '../encoding/encode.ts'
import { toApiError } from '../errors/api-error.ts'
import { ConfigError } from '../errors/error-base.ts'
import { invalidAnswer } from '../errors/errors.ts'
import type { ListBody, Upsert, Upserted } from '../lists/wire.ts'
import type { Call } from '../requests/request.ts'

function checked(externalId: unknown): string {
  if (typeof externalId === 'string' && externalId.trim()) return externalId
  throw new ConfigError(`externalId has to be a text that is not blank, not ${shown(externalId)}`)
}

/** Creates the record with this external_id, or merges the body into it. */
export function upsertCall<T>(
  resource: string,
  externalId: string,
  body: { readonly external_id?: unknown },
): Call<Upserted<T>, Upsert<T>> {
  const { external_id = externalId } = body
  if (external_id !== externalId)
    throw new ConfigError(`The body has another external_id, ${shown(external_id)}: a new one is given by update`)
  return {
    method: 'PUT',
    path: [resource],
    body: { ...body, external_id: checked(externalId) },
    decode: ({ data, created }, { response }) => data && { data, created: created ?? response.status === 201 },
  }
}

/** The list with this external_id, which has one record or none. */
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
      // A service that ignored the filter says nothing about this one.
      if (data.length > 0) throw invalidAnswer('The service answered records with another external_id')
      const error = `${resource} has no record with the external_id ${shown(externalId)}`
      throw toApiError({ status: 404, headers, body: { error, code: 'not_found' } })
    },
  }
}

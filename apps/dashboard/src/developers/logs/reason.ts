import type { LinkProps } from '@tanstack/react-router'
import { allScopes } from '../scopes.ts'

interface Failed {
  readonly status: number
  readonly path: string
  readonly error_code: string | null
  readonly response_body: string | null
}

export interface Reason {
  /** What went wrong, and what to do. */
  readonly sentence: string
  /** The scope that the key lacks. */
  readonly scope?: string
  readonly fields: readonly { readonly field: string; readonly message: string }[]
  /** The record that it conflicts with. */
  readonly existing?: { readonly label: string; readonly link: LinkProps }
}

interface ErrorBody {
  readonly error?: string
  readonly details?: readonly { readonly field: string; readonly message: string }[]
  readonly existing_id?: number
  readonly dependents?: Readonly<Record<string, number>>
}

const advice: Readonly<Record<string, string>> = {
  not_found: 'No such record in this workspace. An id of the other workspace, live or test, is answered the same.',
  rate_limited:
    'The key made more requests in a minute than its tier allows. Wait as long as Retry-After says, or give it another tier.',
  method_not_allowed: 'The path exists, but not with this method; Allow says which ones do.',
  invalid_json: 'The body is not JSON. Send what JSON.stringify makes, with Content-Type: application/json.',
  invalid_body: 'The body is JSON, but no object.',
  unsupported_media_type: 'Send Content-Type: application/json.',
  payload_too_large: 'A body has at most 1 MiB. Send fewer records at once.',
  idempotency_mismatch: 'This Idempotency-Key was used for another request. Make a new one for each thing that you do.',
  idempotency_in_flight: 'The first request with this Idempotency-Key was still running. Ask again in a second.',
  precondition_failed:
    'The record changed since it was read: If-Match no longer fits. Get it again and repeat the change.',
  bulk_failed: 'One record of an atomic request was wrong, so none was written; the answer says which.',
  limit_reached: 'The workspace has as many of these as it can have.',
}

/** Why a request was refused, in plain words; undefined for one that was not. */
export function reasonOf({ status, path, error_code: code, response_body: text }: Failed): Reason | undefined {
  if (status < 400 || status >= 500) return undefined
  const body = parse(text)
  const fields = body.details ?? []
  if (code === 'insufficient_scope') return missingScope(body)
  if (code === 'external_id_conflict' && body.existing_id !== undefined)
    return {
      sentence: 'Another record has this external_id. Update that one, or use PUT, which does it by itself.',
      fields,
      ...existing(path, body.existing_id),
    }
  if (code === 'has_dependents')
    return {
      sentence: `Other records refer to it: ${listed(body.dependents ?? {})}. Delete them first, or add ?force=true to unlink them.`,
      fields,
    }
  if (fields.length > 0) return { sentence: 'What is wrong is marked in the body below.', fields }
  return { sentence: advice[code ?? ''] ?? body.error ?? 'The request was refused.', fields }
}

function missingScope({ error = '' }: ErrorBody): Reason {
  const scope = allScopes.find((scope) => error.endsWith(scope))
  return {
    sentence: `The key lacks the scope ${scope ?? ''}. Scopes cannot be added to a key; make one that has it.`,
    fields: [],
    ...(scope && { scope }),
  }
}

function existing(path: string, id: number): Pick<Reason, 'existing'> {
  const to = path.startsWith('/matters') ? '/matters/$id' : path.startsWith('/clients') ? '/clients/$id' : undefined
  return to ? { existing: { label: `Open record ${id}`, link: { to, params: { id: String(id) } } } } : {}
}

const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replace('_', ' ')}`)
    .join(' and ')

function parse(text: string | null): ErrorBody {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

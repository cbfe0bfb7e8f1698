import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { allScopes, useIsGrantable } from '../../access/keys/scopes.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'

/** The reason why a request was refused, and the fix. */
export function Why({ reason: { sentence, scope, fields, existing } }: { readonly reason: Reason }) {
  const can = useCan()
  const isGrantable = useIsGrantable()
  return (
    <section
      aria-label="Why?"
      className="flex flex-col gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5"
    >
      <h3 className="text-table font-semibold text-warn">Why?</h3>
      <p className="text-table">{sentence}</p>
      {fields.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-table">
          {fields.map(({ field, message }) => (
            <li key={field}>
              <code className="font-mono text-meta">{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {scope && can('keys:write') && !isGrantable([scope]) && (
        <p className="text-table">Your role cannot create a key with {scope}. Ask an owner.</p>
      )}
      {scope && can('keys:write') && isGrantable([scope]) && (
        <Link
          to="/dev/keys"
          search={{ new: '1', scopes: scope }}
          className={buttonStyle('secondary', 'sm', 'self-start')}
        >
          Create a key with {scope}
        </Link>
      )}
      {existing && (
        <Link {...existing.link} className={buttonStyle('secondary', 'sm', 'self-start')}>
          {existing.label}
        </Link>
      )}
    </section>
  )
}

interface Failed {
  readonly status: number
  readonly path: string
  readonly error_code: string | null
  readonly response_body: string | null
}

interface Reason {
  /** The cause and the fix. */
  readonly sentence: string
  /** The missing scope. */
  readonly scope?: string
  readonly fields: readonly { readonly field: string; readonly message: string }[]
  /** The record with the conflicting value. */
  readonly existing?: { readonly label: string; readonly link: LinkProps }
}

interface ErrorBody {
  readonly error?: string
  readonly details?: readonly { readonly field: string; readonly message: string }[]
  readonly existing_id?: number
  readonly dependents?: Readonly<Record<string, number>>
}

const advice: Readonly<Record<string, string>> = {
  not_found: 'This workspace has no record with this ID, or the path does not exist. IDs differ between live and test.',
  rate_limited:
    'The API key made more requests in a minute than its tier allows. Wait for the number of seconds in Retry-After, or use a key with a higher tier.',
  method_not_allowed: 'The path does not support this method. The Allow header lists the supported methods.',
  invalid_json: 'The body is not valid JSON. Create it with JSON.stringify and send Content-Type: application/json.',
  invalid_body: 'The body is JSON, but not an object. Send a JSON object.',
  unsupported_media_type: 'Send Content-Type: application/json.',
  payload_too_large: 'The body is larger than 1 MiB. Send fewer records in one request.',
  idempotency_mismatch: 'This Idempotency-Key was used for a different request. Create a new one for each action.',
  idempotency_in_flight: 'The first request with this Idempotency-Key was still in progress. Retry after a second.',
  precondition_failed:
    'The record changed since you read it, so If-Match does not match. Fetch it again, then repeat your change.',
  page_too_large:
    'The records of this page are larger than 4 MiB. The response contains a limit that fits. Get the following pages with the cursor.',
  bulk_failed: 'One record of this atomic request was invalid, so no record was written. The response shows which one.',
  limit_reached: 'The workspace has reached its limit for records of this kind.',
}

/** The reason why a request was refused. Undefined for other requests. */
export function reasonOf({ status, path, error_code: code, response_body: text }: Failed): Reason | undefined {
  if (status < 400 || status >= 500) return undefined
  const body = parse(text)
  const fields = body.details ?? []
  if (code === 'insufficient_scope') return missingScope(body)
  if (code === 'external_id_conflict' && body.existing_id !== undefined)
    return {
      sentence: 'Another record has this external_id. Update that record, or use PUT, which creates or updates.',
      fields,
      ...existing(path, body.existing_id),
    }
  if (code === 'has_dependents')
    return {
      sentence: `Other records are linked to it: ${listed(body.dependents ?? {})}. Delete them first, or add ?force=true to unlink them. Signed documents, invoices, payments and credit notes cannot be unlinked.`,
      fields,
    }
  if (fields.length > 0) return { sentence: 'The invalid fields are marked in the request body below.', fields }
  return { sentence: advice[code ?? ''] ?? body.error ?? 'The request was refused.', fields }
}

function missingScope({ error = '' }: ErrorBody): Reason {
  const scope = allScopes.find((scope) => error.includes(scope))
  return {
    sentence: `The API key is missing the scope ${scope ?? ''}. You cannot add scopes to an existing key. Create a key that has it.`,
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

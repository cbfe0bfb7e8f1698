import type { Answer } from '../../api/contract.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'

type MemberEndpoint = Answer<'GET /members/{id}/access'>['endpoints'][number]

interface MemberEndpointsProps {
  readonly endpoints: readonly MemberEndpoint[]
  readonly isDisabling: boolean
  readonly onDisabling: (isDisabling: boolean) => void
}

/** A member's webhook endpoints that would otherwise stay active, and whether to disable them. */
export function MemberEndpoints({ endpoints, isDisabling, onDisabling }: MemberEndpointsProps) {
  if (endpoints.length === 0) return null
  const count = endpoints.filter(({ kind }) => kind === 'endpoint').length
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p>Webhook endpoints whose address they set:</p>
      <ul
        aria-label="Webhook endpoints"
        className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line p-2"
      >
        {endpoints.map(({ id, environment, url, events, kind }) => (
          <li key={`${environment} ${id}`} className="text-body">
            <span className="break-all">{nameOf({ kind, url })}</span>{' '}
            <span className="text-meta text-muted">
              {environment}, {kind === 'endpoint' ? events.join(', ') : 'always deleted'}
            </span>
          </li>
        ))}
      </ul>
      {count > 0 && (
        <CheckboxField
          label={count === 1 ? 'Disable this endpoint' : `Disable these ${count} endpoints`}
          hint={count === 1 ? 'Otherwise it keeps receiving events.' : 'Otherwise they keep receiving events.'}
          checked={isDisabling}
          onChange={(event) => onDisabling(event.target.checked)}
        />
      )}
    </div>
  )
}

const nameOf = ({ kind, url }: Pick<MemberEndpoint, 'kind' | 'url'>) =>
  ({ endpoint: url, inbox: 'Test inbox', listener: 'matterbase listen' })[kind]

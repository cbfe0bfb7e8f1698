import type { Answer } from '../../api/contract.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Ago } from '../../components/values/moments.tsx'
import { describeScopes } from '../keys/scopes.ts'

type MemberKey = Answer<'GET /members/{id}/access'>['keys'][number]

interface MemberKeysProps {
  readonly keys: readonly MemberKey[]
  readonly isRevoking: boolean
  readonly onRevoking: (isRevoking: boolean) => void
}

/** A member's keys that would otherwise remain valid, and whether to revoke them. */
export function MemberKeys({ keys, isRevoking, onRevoking }: MemberKeysProps) {
  return (
    <div className="mt-2 flex flex-col gap-2">
      <ul
        aria-label="API keys"
        className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line p-2"
      >
        {keys.map(({ id, name, environment, scopes, last_used_at: usedAt }) => (
          <li key={id} className="text-body">
            {name}{' '}
            <span className="text-meta text-muted">
              {environment}, {describeScopes(scopes)}, {usedAt ? <Ago value={usedAt} /> : 'never used'}
            </span>
          </li>
        ))}
      </ul>
      <CheckboxField
        label={keys.length === 1 ? 'Revoke this key' : `Revoke these ${keys.length} keys`}
        hint={`Otherwise anyone who has ${keys.length === 1 ? 'this key' : 'these keys'} can still use ${keys.length === 1 ? 'it' : 'them'}.`}
        checked={isRevoking}
        onChange={(event) => onRevoking(event.target.checked)}
      />
    </div>
  )
}

import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Ago } from '../../components/values/moments.tsx'
import { describeScopes } from '../keys/scopes.ts'

export type Access = Answer<'GET /members/{id}/access'>

/** The access that a removed member, or one with another role, keeps. */
export interface Kept {
  readonly keep_keys: boolean
  readonly keep_endpoints: boolean
}

const keepNothing: Kept = { keep_keys: false, keep_endpoints: false }

/** Each key once: a member can have created a key that acts for them. */
export const withActing = ({ keys, acting_keys: acting, ...rest }: Access): Access => ({
  ...rest,
  acting_keys: acting,
  keys: [...keys, ...acting.filter(({ id }) => keys.every((key) => key.id !== id))],
})

export const hasAccess = ({ keys, links, endpoints }: Access) => keys.length + links.length + endpoints.length > 0

export function useKept() {
  const [kept, setKept] = useState(keepNothing)
  return { kept, setKept, reset: () => setKept(keepNothing) }
}

interface MemberAccessProps {
  readonly access: Access
  /** The sentence above the API keys. */
  readonly aboutKeys: string
  readonly kept: Kept
  readonly onKept: (kept: Kept) => void
}

/** The access that ends with a member or their role, and the choice to keep it. */
export function MemberAccess({
  access: { keys, acting_keys: acting, links, endpoints },
  aboutKeys,
  kept,
  onKept,
}: MemberAccessProps) {
  return (
    <>
      {keys.length > 0 && (
        <>
          <p>{aboutKeys}</p>
          <MemberKeys
            keys={keys}
            acting={new Set(acting.map(({ id }) => id))}
            isRevoking={!kept.keep_keys}
            onRevoking={(isRevoking) => onKept({ ...kept, keep_keys: !isRevoking })}
          />
        </>
      )}
      <MemberLinks links={links} />
      <MemberEndpoints
        endpoints={endpoints}
        isDisabling={!kept.keep_endpoints}
        onDisabling={(isDisabling) => onKept({ ...kept, keep_endpoints: !isDisabling })}
      />
    </>
  )
}

type MemberLink = Answer<'GET /members/{id}/access'>['links'][number]

/** The one-time links of a member, which are deleted with their access. */
function MemberLinks({ links }: { readonly links: readonly MemberLink[] }) {
  if (links.length === 0) return null
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p>These links, which are still valid, are deleted:</p>
      <ul aria-label="Links" className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line p-2">
        {links.map(({ id, purpose, email, role }) => (
          <li key={id} className="text-body">
            {email}{' '}
            <span className="text-meta text-muted">
              {purpose === 'invite' ? `invitation as ${role}` : 'password reset link'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type MemberKey = Answer<'GET /members/{id}/access'>['keys'][number]

interface MemberKeysProps {
  readonly keys: readonly MemberKey[]
  /** The IDs of the keys that act for the member. */
  readonly acting: ReadonlySet<number>
  readonly isRevoking: boolean
  readonly onRevoking: (isRevoking: boolean) => void
}

/** A member's keys that would otherwise remain valid, and whether to revoke them. */
function MemberKeys({ keys, acting, isRevoking, onRevoking }: MemberKeysProps) {
  return (
    <div className="mt-2 flex flex-col gap-2">
      <KeyNames keys={keys} acting={acting} />
      <CheckboxField
        label={keys.length === 1 ? 'Revoke this key' : `Revoke these ${keys.length} keys`}
        hint={`Otherwise anyone who has ${keys.length === 1 ? 'this key' : 'these keys'} can still use ${keys.length === 1 ? 'it' : 'them'}.${acting.size > 0 ? ' A key that acts for the member then acts for no member.' : ''}`}
        checked={isRevoking}
        onChange={(event) => onRevoking(event.target.checked)}
      />
    </div>
  )
}

const KeyNames = ({ keys, acting }: Pick<MemberKeysProps, 'keys' | 'acting'>) => (
  <ul aria-label="API keys" className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line p-2">
    {keys.map(({ id, name, environment, scopes, last_used_at: usedAt }) => (
      <li key={id} className="text-body">
        {name}{' '}
        <span className="text-meta text-muted">
          {acting.has(id) && 'acts for the member, '}
          {environment}, {describeScopes(scopes)}, {usedAt ? <Ago value={usedAt} /> : 'never used'}
        </span>
      </li>
    ))}
  </ul>
)

type MemberEndpoint = Answer<'GET /members/{id}/access'>['endpoints'][number]

interface MemberEndpointsProps {
  readonly endpoints: readonly MemberEndpoint[]
  readonly isDisabling: boolean
  readonly onDisabling: (isDisabling: boolean) => void
}

/** A member's webhook endpoints that would otherwise stay active, and whether to disable them. */
function MemberEndpoints({ endpoints, isDisabling, onDisabling }: MemberEndpointsProps) {
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

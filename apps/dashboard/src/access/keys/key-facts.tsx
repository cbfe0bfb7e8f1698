import { Link } from '@tanstack/react-router'
import { Panel } from '../../components/page/panel.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { titled } from '../../components/values/formats.ts'
import { Ago, DateTime } from '../../components/values/moments.tsx'
import { LastUsed, MadeBy } from './key-state.tsx'
import type { Key } from './key.ts'
import { describeScopes, useIsGrantable } from './scopes.ts'

export function KeyFacts({ value: key }: { readonly value: Key }) {
  return (
    <Panel title="About">
      <Facts
        facts={[
          { label: 'ID', value: <IdText value={key.id} /> },
          { label: 'Workspace', value: key.environment },
          { label: 'Scopes', value: <Scopes value={key} /> },
          { label: 'Rate tier', value: titled(key.rate_tier) },
          { label: 'Last used', value: <LastUsed value={key} /> },
          { label: 'Used from', value: key.last_used_ip },
          { label: 'Used with', value: key.last_used_agent },
          { label: 'Created', value: <DateTime value={key.created_at} /> },
          { label: 'Created by', value: <MadeBy value={key} /> },
          ...(key.acts_for ? [{ label: 'Acts for', value: key.acts_for.name }] : []),
          { label: 'Expires', value: key.expires_at ? <Ago value={key.expires_at} /> : 'never' },
          ...(key.revoked_at ? [{ label: 'Revoked', value: <DateTime value={key.revoked_at} /> }] : []),
          ...(key.replaced_by === null
            ? []
            : [
                {
                  label: 'Replaced by',
                  value: (
                    <Link to="/dev/keys/$id" params={{ id: String(key.replaced_by) }} className="link">
                      API key {key.replaced_by}
                    </Link>
                  ),
                },
              ]),
        ]}
      />
    </Panel>
  )
}

function Scopes({ value: { scopes } }: { readonly value: Key }) {
  const isGrantable = useIsGrantable()
  return (
    <>
      {describeScopes(scopes)}
      {!isGrantable(scopes) && (
        <span className="block text-meta text-muted">
          These scopes go beyond your role. Ask an owner to rotate this API key.
        </span>
      )}
    </>
  )
}

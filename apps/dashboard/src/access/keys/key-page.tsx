import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { firstCall } from '../../code/first-call.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { formatCount, titled } from '../../components/values/formats.ts'
import { Ago, DateTime } from '../../components/values/moments.tsx'
import { KeyState, LastUsed, MadeBy } from './key-state.tsx'
import { KeyUses } from './key-uses.tsx'
import type { Use } from './key-uses.tsx'
import type { Key } from './key.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { describeScopes, useIsGrantable } from './scopes.ts'

export function KeyPage() {
  const { id } = useParams({ from: '/dev/keys/$id' })
  const one = useCall('GET /keys/{id}', { params: { id } }, { poll: true })
  return (
    <Loaded query={one} what="API key">
      {({ data, uses }) => <LoadedKey value={data} uses={uses} />}
    </Loaded>
  )
}

function LoadedKey({ value: key, uses }: { readonly value: Key; readonly uses: readonly Use[] }) {
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const [made, setMade] = useState<string>()
  const can = useCan()
  const isGrantable = useIsGrantable()
  const { public_url: publicUrl } = useSession()
  const close = () => setOpen(undefined)
  const revoke = useAction('POST /keys/{id}/revoke', {
    onDone: ({ data }) => {
      close()
      toast(`“${data.name}” revoked`)
    },
  })
  const calls = uses.reduce((sum, use) => sum + use.calls, 0)
  const isUsable = key.state === 'active' && can('keys:write')
  const isRotatable = isUsable && key.replaced_by === null && isGrantable(key.scopes)
  return (
    <>
      <PageHeader
        title={key.name}
        parent={{ label: 'API keys', link: { to: '/dev/keys' } }}
        status={<KeyState value={key} />}
        actions={
          isUsable && (
            <>
              <Button onClick={() => setOpen('revoke')}>Revoke…</Button>
              {isRotatable && <Button onClick={() => setOpen('rotate')}>Rotate…</Button>}
            </>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <KeyUses id={key.id} uses={uses} />
        <KeyFacts value={key} />
      </div>
      <RotateDialog
        value={key}
        open={open === 'rotate'}
        onClose={close}
        onMade={(next) => {
          close()
          setMade(next)
        }}
      />
      <ConfirmDialog
        open={open === 'revoke'}
        onClose={close}
        title={`Revoke “${key.name}”?`}
        action="Revoke key"
        onConfirm={() => revoke.mutate({ params: { id: key.id } })}
        isBusy={revoke.isPending}
        error={revoke.error?.message}
      >
        The next call with this API key is refused. This cannot be undone.{' '}
        {calls > 0
          ? `It made ${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'} in the last 7 days: ${uses.map(({ operation }) => operation).join(', ')}.`
          : 'It was not used in the last 7 days.'}
      </ConfirmDialog>
      {made !== undefined && (
        <SecretDialog
          title="The new API key"
          what="API key"
          secret={made}
          snippet={firstCall(publicUrl, made)}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

function KeyFacts({ value: key }: { readonly value: Key }) {
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

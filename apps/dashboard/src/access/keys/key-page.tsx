import { useParams } from '@tanstack/react-router'
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
import { formatCount } from '../../components/values/formats.ts'
import { KeyFacts } from './key-facts.tsx'
import { KeyState } from './key-state.tsx'
import { KeyUses } from './key-uses.tsx'
import type { Use } from './key-uses.tsx'
import type { Key } from './key.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { useIsGrantable } from './scopes.ts'

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
  const [created, setCreated] = useState<string>()
  const can = useCan()
  const isGrantable = useIsGrantable()
  const { public_url: publicUrl } = useSession()
  const close = () => setOpen(undefined)
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
          setCreated(next)
        }}
      />
      <RevokeDialog {...{ value: key, uses }} open={open === 'revoke'} onClose={close} />
      {created !== undefined && (
        <SecretDialog
          title="The new API key"
          what="API key"
          secret={created}
          snippet={firstCall(publicUrl, created)}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  )
}

interface RevokeDialogProps {
  readonly value: Key
  readonly uses: readonly Use[]
  readonly open: boolean
  readonly onClose: () => void
}

function RevokeDialog({ value: { id, name }, uses, open, onClose }: RevokeDialogProps) {
  const revoke = useAction('POST /keys/{id}/revoke', {
    onDone: ({ data }) => {
      onClose()
      toast(`“${data.name}” revoked`)
    },
  })
  const calls = uses.reduce((sum, use) => sum + use.calls, 0)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Revoke “${name}”?`}
      action="Revoke key"
      onConfirm={() => revoke.mutate({ params: { id } })}
      isBusy={revoke.isPending}
      error={revoke.error?.message}
    >
      The next call with this API key is refused. This cannot be undone.{' '}
      {calls > 0
        ? `It made ${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'} in the last 7 days: ${uses.map(({ operation }) => operation).join(', ')}.`
        : 'It was not used in the last 7 days.'}
    </ConfirmDialog>
  )
}

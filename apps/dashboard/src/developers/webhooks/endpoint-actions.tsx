import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { SecretShown } from '../secret-shown.tsx'
import { EditEndpointDialog } from './endpoint-form.tsx'
import type { Endpoint } from './endpoint.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { SwitchOnDialog } from './switch-on-dialog.tsx'

type Open = 'edit' | 'rotate' | 'replay' | 'on' | 'off' | 'delete'

/** What can be done with an endpoint. */
export function EndpointActions({ value }: { readonly value: Endpoint }) {
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  const params = { id: value.id }
  const test = useAction('POST /webhooks/{id}/test', {
    onDone: () => toast('A test event is on its way'),
    onFail: toastError,
  })
  const pause = useAction('PATCH /webhooks/{id}', { onDone: close })
  const remove = useAction('DELETE /webhooks/{id}', {
    onDone: () => {
      toast('The endpoint is deleted')
      void navigate({ to: '/dev/webhooks' })
    },
  })
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate({ params })}>
        Send test
      </Button>
      <Button onClick={() => setOpen('replay')}>Replay…</Button>
      <Button onClick={() => setOpen(value.is_active ? 'off' : 'on')}>
        {value.is_active ? 'Pause' : 'Switch on…'}
      </Button>
      <Menu
        trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
        items={[
          { label: 'Edit…', onSelect: () => setOpen('edit') },
          { label: 'Rotate secret…', onSelect: () => setOpen('rotate') },
          null,
          { label: 'Delete…', tone: 'danger', onSelect: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && <EditEndpointDialog value={value} onClose={close} />}
      <ReplayDialog id={value.id} open={open === 'replay'} onClose={close} />
      <SwitchOnDialog id={value.id} open={open === 'on'} onClose={close} />
      <RotateSecretDialog
        id={value.id}
        open={open === 'rotate'}
        onClose={close}
        onMade={(next) => {
          close()
          setSecret(next)
        }}
      />
      <ConfirmDialog
        open={open === 'off'}
        onClose={close}
        title="Pause this endpoint?"
        action="Pause endpoint"
        tone="primary"
        onConfirm={() => pause.mutate({ params, body: { is_active: false } })}
        isBusy={pause.isPending}
        error={pause.error?.message}
      >
        What happens from now on is held for up to 30 days; you decide whether it is sent when you switch it on again.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        title={`Delete ${value.url}?`}
        action="Delete endpoint"
        onConfirm={() => remove.mutate({ params })}
        isBusy={remove.isPending}
        error={remove.error?.message}
      >
        What was not delivered to it yet is cancelled, and its delivery log goes with it.
      </ConfirmDialog>
      {secret !== undefined && (
        <SecretShown
          title="The new secret"
          what="signing secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { EnableDialog } from './enable-dialog.tsx'
import { EditEndpointDialog } from './endpoint-form.tsx'
import type { Endpoint } from './endpoint.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'

type OpenDialog = 'edit' | 'rotate' | 'replay' | 'enable' | 'disable' | 'delete'

/** The buttons of an endpoint, with their dialogs. */
export function EndpointActions({ value }: { readonly value: Endpoint }) {
  const [open, setOpen] = useState<OpenDialog>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const test = useAction('POST /webhooks/{id}/test', {
    onDone: () => toast('Sending a test event'),
    onFail: toastError,
  })
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate({ params: { id: value.id } })}>
        Send test
      </Button>
      <Button onClick={() => setOpen('replay')}>Replay…</Button>
      <Button onClick={() => setOpen(value.is_active ? 'disable' : 'enable')}>
        {value.is_active ? 'Disable…' : 'Enable…'}
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
      <EnableDialog id={value.id} open={open === 'enable'} onClose={close} />
      <RotateSecretDialog
        id={value.id}
        open={open === 'rotate'}
        onClose={close}
        onMade={(next) => {
          close()
          setSecret(next)
        }}
      />
      <DisableDialog id={value.id} open={open === 'disable'} onClose={close} />
      <DeleteDialog value={value} open={open === 'delete'} onClose={close} />
      {secret !== undefined && (
        <SecretDialog
          title="The new secret"
          what="signing secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

function DisableDialog({ id, open, onClose }: DialogProps & { readonly id: number }) {
  const disable = useAction('PATCH /webhooks/{id}', { onDone: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Disable this endpoint?"
      action="Disable endpoint"
      tone="primary"
      onConfirm={() => disable.mutate({ params: { id }, body: { is_active: false } })}
      isBusy={disable.isPending}
      error={disable.error?.message}
    >
      New events are held for up to 30 days. When you enable the endpoint again, you choose whether to send them.
    </ConfirmDialog>
  )
}

function DeleteDialog({ value: { id, url }, open, onClose }: DialogProps & { readonly value: Endpoint }) {
  const navigate = useNavigate()
  const remove = useAction('DELETE /webhooks/{id}', {
    onDone: () => {
      toast('Endpoint deleted')
      void navigate({ to: '/dev/webhooks' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${url}?`}
      action="Delete endpoint"
      onConfirm={() => remove.mutate({ params: { id } })}
      isBusy={remove.isPending}
      error={remove.error?.message}
    >
      Pending deliveries are cancelled, and the delivery log is deleted. This cannot be undone.
    </ConfirmDialog>
  )
}

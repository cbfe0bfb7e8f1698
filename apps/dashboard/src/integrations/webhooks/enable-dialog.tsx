import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { countDeliveries } from './endpoint.ts'

export interface EnableDialogProps {
  readonly id: number
  readonly open: boolean
  readonly onClose: () => void
}

/** Enables an endpoint, and asks whether to send or skip held deliveries. */
export function EnableDialog({ id, open, onClose }: EnableDialogProps) {
  const counts = useCall('GET /webhooks/{id}/resend-counts', { params: { id } }, { enabled: open, keep: false })
  const save = useAction('PATCH /webhooks/{id}', { onDone: onClose })
  const held = counts.data?.held
  const enable = (choice: 'resume' | 'skip') => save.mutate({ params: { id }, body: { is_active: true, held: choice } })
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Enable this endpoint?">
      <p className="text-table text-muted">
        {held === undefined
          ? 'Counting held deliveries…'
          : held === 0
            ? 'No deliveries were held while the endpoint was disabled.'
            : `${countDeliveries(held)} held while the endpoint was disabled. Skipped deliveries are cancelled.`}
      </p>
      <FormError message={save.error?.message ?? counts.error?.message} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {held !== undefined && held > 0 && (
          <Button tone="danger" isBusy={save.isPending} onClick={() => enable('skip')}>
            Skip {countDeliveries(held)}
          </Button>
        )}
        <Button tone="primary" isBusy={save.isPending} disabled={held === undefined} onClick={() => enable('resume')}>
          {held ? `Send ${countDeliveries(held)}` : 'Enable'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { countDeliveries } from './count-deliveries.ts'

export interface SwitchOnDialogProps {
  readonly id: number
  readonly open: boolean
  readonly onClose: () => void
}

/** Switches an endpoint on again, after asking whether held deliveries are sent or skipped. */
export function SwitchOnDialog({ id, open, onClose }: SwitchOnDialogProps) {
  const counts = useCall('GET /webhooks/{id}/resend-counts', { params: { id } }, { enabled: open, keep: false })
  const save = useAction('PATCH /webhooks/{id}', { onDone: onClose })
  const held = counts.data?.held
  const switchOn = (choice: 'resume' | 'skip') =>
    save.mutate({ params: { id }, body: { is_active: true, held: choice } })
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Switch this endpoint on?">
      <p className="text-table text-muted">
        {held === undefined
          ? 'Counting what was held…'
          : held === 0
            ? 'Nothing was held while it was off.'
            : `${countDeliveries(held)} were held while it was off. Send them now, or cancel them for good?`}
      </p>
      <FormError message={save.error?.message ?? counts.error?.message} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {held !== undefined && held > 0 && (
          <Button tone="danger" isBusy={save.isPending} onClick={() => switchOn('skip')}>
            Skip {held} held
          </Button>
        )}
        <Button tone="primary" isBusy={save.isPending} disabled={held === undefined} onClick={() => switchOn('resume')}>
          {held ? `Send ${held} held` : 'Switch on'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

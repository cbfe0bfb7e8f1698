import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { Button } from '../../components/buttons/button.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { useTimer } from './use-timer.ts'

interface TimerDialogProps {
  readonly timer: NonNullable<Answer<'GET /timer'>['timer']>
  readonly onClose: () => void
}

/** The matter and description of the running timer. Closing the dialog saves them. */
export function TimerDialog({ timer, onClose }: TimerDialogProps) {
  const { change, stop, discard } = useTimer()
  const [description, setDescription] = useState(timer.description ?? '')
  const [isDiscarding, setDiscarding] = useState(false)
  const notes = { description: description.trim() || null }
  const close = () => {
    if (notes.description !== timer.description) void change(notes)
    onClose()
  }
  if (isDiscarding)
    return (
      <ConfirmDialog
        open
        onClose={() => setDiscarding(false)}
        title="Discard the time of this timer?"
        action="Discard time"
        onConfirm={() => {
          onClose()
          void discard()
        }}
      >
        The timer stops, and its time is not recorded. This cannot be undone.
      </ConfirmDialog>
    )
  return (
    <Dialog open onClose={close} title="Running timer" size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void stop(notes)
        }}
      >
        <RecordPickerField
          kind="matter"
          label="Matter"
          value={timer.case_id}
          onChange={(id) => void change({ case_id: id })}
        />
        <TextareaField
          label="Description"
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <DialogActions>
          <Button tone="quiet" onClick={() => setDiscarding(true)}>
            Discard time…
          </Button>
          <span className="flex-1" />
          <Button onClick={close}>Keep running</Button>
          <Button type="submit" tone="primary">
            Stop and record
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

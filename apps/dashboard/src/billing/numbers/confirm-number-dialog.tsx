import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { formatDate } from '../../components/values/formats.ts'
import { nounOf } from './number-nouns.ts'

interface ConfirmNumberDialogProps {
  readonly of: RecordOf<'GET /number-confirmations'>
  readonly onClose: () => void
}

/** Confirms the next number after a restore, with a proposal that leaves a gap. */
export function ConfirmNumberDialog({ of, onClose }: ConfirmNumberDialogProps) {
  const { kind, last, proposal, restored_at: restoredAt } = of
  const noun = nounOf[kind]
  const form = useForm({ defaultValues: { number: proposal } })
  const save = useFormAction(form, 'POST /number-confirmations', ({ number }) => ({ body: { kind, number } }), {
    onDone: ({ data }) => {
      toast(`The next ${noun} gets the number ${data.number}`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Confirm the next ${noun} number`}
      description={`The server was restored on ${formatDate(restoredAt)}. ${last === null ? 'The backup has no number.' : `The last number in the backup is ${last}.`} Look for later numbers in your emails and accounting, and enter the number after the last one. No number may be given out twice.`}
    >
      <Form of={save}>
        <TextField
          label="Next number"
          hint="The proposal leaves 100 numbers out. A gap is allowed, but you may have to explain it to an auditor."
          {...fieldOf(form)('number')}
        />
        <FormActions {...save} action="Confirm number" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useForm } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { CustomFieldInputs } from '../../records/custom-fields/custom-field-inputs.tsx'
import { inputsOf } from '../../records/custom-fields/field-inputs.ts'

interface FieldPreviewProps {
  readonly fields: readonly CustomFieldDefinition[]
  readonly open: boolean
  readonly onClose: () => void
}

/** The fields as forms show them. The values are not saved. */
export function FieldPreview({ fields, open, onClose }: FieldPreviewProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Preview"
      description="Try your fields here. Your values are not saved."
    >
      <PreviewForm fields={fields} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

function PreviewForm({ fields }: Pick<FieldPreviewProps, 'fields'>) {
  const form = useForm({ defaultValues: { custom_fields: inputsOf(fields, {}) } })
  return <CustomFieldInputs form={form} fields={fields} />
}

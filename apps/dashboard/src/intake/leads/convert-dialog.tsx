import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { cutText } from '@matterbase/schemas/cut-text'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { inPath, leadName } from './lead.ts'
import type { Lead } from './lead.ts'

export function ConvertDialog({ lead, onClose }: { readonly lead: Lead; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<{ title: string; client_id: number | null }>({
    defaultValues: {
      title: cutText([lead.practice_area, leadName(lead)].filter(Boolean).join(': '), 255),
      client_id: null,
    },
  })
  const field = fieldOf(form)
  const { errors } = form.formState
  const save = useFormAction(
    form,
    'POST /lead-board/{id}/convert',
    ({ title, client_id: client }) => ({
      params: inPath(lead),
      body: { ...(title.trim() && { title }), ...(client !== null && { client_id: client }) },
    }),
    {
      onDone: ({ matter, created }) => {
        toast(created ? 'Client and matter created' : 'This lead was already converted')
        void navigate({ to: '/matters/$id', params: { id: String(matter.id) } })
      },
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Convert ${leadName(lead)}`}
      description="Creates a matter and, if no client has the same email address, a client."
    >
      <Form of={save}>
        <TextField label="Title of the matter" {...field('title')} />
        <RecordPickerField
          kind="client"
          label="Client"
          hint="Leave empty to use the client with the same email address, or to create a new one."
          placeholder="By email address"
          optional
          error={errors.client_id?.message}
          value={form.watch('client_id')}
          onChange={(id) => form.setValue('client_id', id)}
        />
        <FormActions {...save} action="Convert" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Button } from '../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../components/overlays/dialog.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { SelectField } from '../components/forms/select-field.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { TextareaField } from '../components/forms/textarea-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { RecordPickerField } from '../records/record-picker.tsx'
import { matterStatuses } from './matter.ts'
import type { Matter } from './matter.ts'

interface Values {
  title: string
  client_id: number | null
  status: Matter['status']
  case_category: string
  official_case_number: string
  start_date: string
  external_id: string
  description: string
}

const orNull = (text: string) => (text === '' ? null : text)

export function NewMatter({
  clientId,
  onClose,
}: {
  readonly clientId?: string | undefined
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: {
      title: '',
      client_id: clientId ? Number(clientId) : null,
      status: 'In Progress',
      case_category: '',
      official_case_number: '',
      start_date: '',
      external_id: '',
      description: '',
    },
  })
  const { errors } = form.formState
  const save = useFormAction(
    form,
    'POST /matters',
    (values) => ({
      body: {
        title: values.title,
        client_id: values.client_id,
        status: values.status,
        case_category: orNull(values.case_category),
        official_case_number: orNull(values.official_case_number),
        start_date: orNull(values.start_date),
        external_id: orNull(values.external_id),
        description: orNull(values.description),
      },
    }),
    {
      onDone: ({ data }) => {
        toast('Matter created')
        void navigate({ to: '/matters/$id', params: { id: String(data.id) } })
      },
    },
  )
  return (
    <Dialog open onClose={onClose} title="New matter">
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <TextField label="Title" error={errors.title?.message} {...form.register('title')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordPickerField
            kind="client"
            label="Client"
            optional
            error={errors.client_id?.message}
            value={form.watch('client_id')}
            onChange={(id) => form.setValue('client_id', id)}
          />
          <SelectField
            label="Status"
            options={matterStatuses}
            error={errors.status?.message}
            {...form.register('status')}
          />
          <TextField
            label="Category"
            optional
            error={errors.case_category?.message}
            {...form.register('case_category')}
          />
          <TextField
            label="Case number"
            optional
            error={errors.official_case_number?.message}
            {...form.register('official_case_number')}
          />
          <TextField
            label="Opened"
            type="date"
            optional
            error={errors.start_date?.message}
            {...form.register('start_date')}
          />
          <TextField
            label="external_id"
            optional
            hint="Its id in your other system"
            error={errors.external_id?.message}
            {...form.register('external_id')}
          />
        </div>
        <TextareaField
          label="Description"
          optional
          error={errors.description?.message}
          {...form.register('description')}
        />
        <FormError message={save.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={save.isBusy}>
            Create matter
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

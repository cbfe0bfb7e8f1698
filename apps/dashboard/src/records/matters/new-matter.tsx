import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { MemberField } from '../../components/forms/member-field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { NewRecordCheck, textToSearch } from '../../intake/conflicts/new-record-check.tsx'
import { CustomFieldInputs } from '../custom-fields/custom-field-inputs.tsx'
import { inputsOf, newValues } from '../custom-fields/field-inputs.ts'
import type { CustomInputs } from '../custom-fields/field-inputs.ts'
import { useActiveFields } from '../custom-fields/use-custom-fields.ts'
import { RecordPickerField } from '../picker/record-picker-field.tsx'
import { billingMethods, matterStatuses } from './matter.ts'
import type { Matter } from './matter.ts'

interface Values {
  title: string
  client_id: number | null
  number: string
  responsible_user_id: string | null
  billing_method: NonNullable<Matter['billing_method']> | ''
  status: Matter['status']
  case_category: string
  official_case_number: string
  start_date: string
  external_id: string
  description: string
  custom_fields: CustomInputs
}

interface NewMatterProps {
  readonly clientId?: string | undefined
  readonly onClose: () => void
}

export function NewMatter(props: NewMatterProps) {
  const fields = useActiveFields('matters')
  return fields && <NewMatterDialog {...props} fields={fields} />
}

interface NewMatterDialogProps extends NewMatterProps {
  readonly fields: readonly CustomFieldDefinition[]
}

function NewMatterDialog({ clientId, fields, onClose }: NewMatterDialogProps) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: { ...empty, client_id: clientId ? Number(clientId) : null, custom_fields: inputsOf(fields, {}) },
  })
  const field = fieldOf(form)
  const numbers = useCall('GET /matter-numbers', {})
  const save = useFormAction(
    form,
    'POST /matters',
    (values) => ({ body: { ...bodyOf(values), ...newValues(fields, values.custom_fields) } }),
    {
      onDone: ({ data }) => {
        toast('Matter created')
        void navigate({ to: '/matters/$id', params: { id: String(data.id) } })
      },
    },
  )
  return (
    <Dialog open onClose={onClose} title="New matter">
      <Form of={save}>
        <TextField label="Title" {...field('title')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordPickerField
            kind="client"
            label="Client"
            error={form.formState.errors.client_id?.message}
            value={form.watch('client_id')}
            onChange={(id) => form.setValue('client_id', id)}
          />
          <SelectField label="Status" options={matterStatuses} {...field('status')} />
          <TextField
            label="Number"
            placeholder={numbers.data?.data.pattern ? 'Next number' : ''}
            {...field('number')}
          />
          <SelectField label="Billing method" empty="Not set" options={billingMethods} {...field('billing_method')} />
          <MemberField
            label="Responsible lawyer"
            value={form.watch('responsible_user_id')}
            error={form.formState.errors.responsible_user_id?.message}
            onChange={(id) => form.setValue('responsible_user_id', id)}
          />
          <TextField label="Category" {...field('case_category')} />
          <TextField label="Case number" {...field('official_case_number')} />
          <DayField label="Opened" {...field('start_date')} />
          <TextField label="Reference" hint="The ID of this matter in another system." {...field('external_id')} />
        </div>
        <TextareaField label="Description" {...field('description')} />
        <CustomFieldInputs form={form} fields={fields} />
        <NewRecordCheck
          names={{
            text: textToSearch(form.watch('custom_fields'), form.watch('title'), form.watch('description')),
            client_id: form.watch('client_id'),
          }}
        />
        <FormActions {...save} action="Create matter" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

const empty: Omit<Values, 'custom_fields'> = {
  title: '',
  client_id: null,
  number: '',
  responsible_user_id: null,
  billing_method: '',
  status: 'In Progress',
  case_category: '',
  official_case_number: '',
  start_date: '',
  external_id: '',
  description: '',
}

const bodyOf = ({ title, client_id, responsible_user_id, status, ...texts }: Omit<Values, 'custom_fields'>) => ({
  title,
  client_id,
  number: texts.number || null,
  responsible_user_id,
  billing_method: texts.billing_method || null,
  status,
  case_category: texts.case_category || null,
  official_case_number: texts.official_case_number || null,
  start_date: texts.start_date || null,
  external_id: texts.external_id || null,
  description: texts.description || null,
})

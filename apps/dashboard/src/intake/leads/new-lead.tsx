import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { CustomFieldInputs } from '../../records/custom-fields/custom-field-inputs.tsx'
import { inputsOf, newValues } from '../../records/custom-fields/field-inputs.ts'
import { useActiveFields } from '../../records/custom-fields/use-custom-fields.ts'
import { inPath, urgencies } from './lead.ts'

const texts = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['practice_area', 'Practice area'],
] as const

const empty: Record<(typeof texts)[number][0] | 'description', string> & { urgency: (typeof urgencies)[number] } = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  company: '',
  practice_area: '',
  urgency: 'medium',
  description: '',
}

const required = 'Enter an email address or a first name.'

interface NewLeadProps {
  readonly onClose: () => void
}

export function NewLead(props: NewLeadProps) {
  const fields = useActiveFields('leads')
  return fields && <NewLeadDialog {...props} fields={fields} />
}

interface NewLeadDialogProps extends NewLeadProps {
  readonly fields: readonly CustomFieldDefinition[]
}

function NewLeadDialog({ fields, onClose }: NewLeadDialogProps) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { ...empty, custom_fields: inputsOf(fields, {}) } })
  const field = fieldOf(form)
  const save = useFormAction(
    form,
    'POST /leads',
    ({ custom_fields: inputs, ...leadData }) => {
      if (![leadData.email, leadData.first_name].some((value) => value.trim())) throw new Error(required)
      return { body: { leadData: { ...leadData, ...newValues(fields, inputs) } } }
    },
    {
      onDone: ({ lead, created }) => {
        toast(created ? 'Lead created' : 'A lead with this email address existed and was updated')
        void navigate({ to: '/leads/$id', params: inPath(lead) })
      },
    },
  )
  return (
    <Dialog open onClose={onClose} title="New lead" description={required}>
      <Form of={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          {texts.map(([name, label]) => (
            <TextField key={name} label={label} {...field(name)} />
          ))}
          <SelectField label="Urgency" options={urgencies} {...field('urgency')} />
        </div>
        <TextareaField label="Description" {...field('description')} />
        <CustomFieldInputs form={form} fields={fields} />
        <FormActions {...save} action="Create lead" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { NewRecordCheck, textToSearch } from '../../intake/conflicts/new-record-check.tsx'
import { CustomFieldInputs } from '../custom-fields/custom-field-inputs.tsx'
import { inputsOf, newValues } from '../custom-fields/field-inputs.ts'
import { useActiveFields } from '../custom-fields/use-custom-fields.ts'
import { clientStatuses, clientTypes } from './client.ts'
import type { Client } from './client.ts'

interface Values {
  company_name: string
  contact_person: string
  email: string
  phone: string
  client_type: Client['client_type'] | ''
  status: Client['status']
  location: string
  external_id: string
}

const empty: Values = {
  company_name: '',
  contact_person: '',
  email: '',
  phone: '',
  client_type: '',
  status: 'active',
  location: '',
  external_id: '',
}

interface NewClientProps {
  readonly onClose: () => void
}

export function NewClient(props: NewClientProps) {
  const fields = useActiveFields('clients')
  return fields && <NewClientDialog {...props} fields={fields} />
}

interface NewClientDialogProps extends NewClientProps {
  readonly fields: readonly CustomFieldDefinition[]
}

function NewClientDialog({ fields, onClose }: NewClientDialogProps) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { ...empty, custom_fields: inputsOf(fields, {}) } })
  const field = fieldOf(form)
  const save = useFormAction(
    form,
    'POST /clients',
    (values) => {
      if (![values.company_name, values.contact_person, values.email].some((value) => value.trim()))
        throw new Error('Enter a company, a contact or an email address.')
      return {
        body: {
          company_name: values.company_name || null,
          contact_person: values.contact_person || null,
          email: values.email || null,
          phone: values.phone || null,
          client_type: values.client_type || null,
          status: values.status,
          location: values.location || null,
          external_id: values.external_id || null,
          ...newValues(fields, values.custom_fields),
        },
      }
    },
    {
      onDone: ({ data }) => {
        toast('Client created')
        void navigate({ to: '/clients/$id', params: { id: String(data.id) } })
      },
    },
  )
  const text = (
    name: 'company_name' | 'contact_person' | 'email' | 'phone' | 'location' | 'external_id',
    label: string,
  ) => <TextField label={label} {...field(name)} />
  return (
    <Dialog open onClose={onClose} title="New client" description="A company, a person or an email address is enough.">
      <Form of={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('company_name', 'Company')}
          {text('contact_person', 'Contact')}
          {text('email', 'Email')}
          {text('phone', 'Phone')}
          <SelectField label="Type" empty="–" options={clientTypes} {...field('client_type')} />
          <SelectField label="Status" options={clientStatuses} {...field('status')} />
          {text('location', 'Location')}
          {text('external_id', 'Reference')}
        </div>
        <CustomFieldInputs form={form} fields={fields} />
        <NewRecordCheck
          names={{
            name: form.watch('contact_person'),
            company: form.watch('company_name'),
            email: form.watch('email'),
            text: textToSearch(form.watch('custom_fields')),
          }}
        />
        <FormActions {...save} action="Create client" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

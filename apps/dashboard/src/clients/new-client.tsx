import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Button } from '../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../components/overlays/dialog.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { SelectField } from '../components/forms/select-field.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { clientStatuses, clientTypes } from './client.ts'
import type { Client } from './client.ts'

const initial = {
  company_name: '',
  contact_person: '',
  email: '',
  phone: '',
  client_type: '',
  status: 'active' as Client['status'],
  location: '',
  external_id: '',
}

const orNull = (text: string) => (text === '' ? null : text)

export function NewClient({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: initial })
  const { errors } = form.formState
  const save = useFormAction(
    form,
    'POST /clients',
    (values) => ({
      body: {
        company_name: orNull(values.company_name),
        contact_person: orNull(values.contact_person),
        email: orNull(values.email),
        phone: orNull(values.phone),
        client_type: orNull(values.client_type) as Client['client_type'],
        status: values.status,
        location: orNull(values.location),
        external_id: orNull(values.external_id),
      },
    }),
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
  ) => <TextField label={label} error={errors[name]?.message} {...form.register(name)} />
  return (
    <Dialog open onClose={onClose} title="New client" description="A company, a person or an email address is enough.">
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {text('company_name', 'Company')}
          {text('contact_person', 'Contact')}
          {text('email', 'Email')}
          {text('phone', 'Phone')}
          <SelectField
            label="Type"
            empty="–"
            options={clientTypes}
            error={errors.client_type?.message}
            {...form.register('client_type')}
          />
          <SelectField
            label="Status"
            options={clientStatuses}
            error={errors.status?.message}
            {...form.register('status')}
          />
          {text('location', 'Location')}
          {text('external_id', 'external_id')}
        </div>
        <FormError message={save.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={save.isBusy}>
            Create client
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

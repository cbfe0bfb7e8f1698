import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Dialog } from '../components/overlays/dialog.tsx'
import { FormActions } from '../components/overlays/form-actions.tsx'
import { fieldOf } from '../components/forms/field-of.ts'
import { SelectField } from '../components/forms/select-field.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { TextareaField } from '../components/forms/textarea-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
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

export function NewLead({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: empty })
  const field = fieldOf(form)
  const save = useFormAction(form, 'POST /leads', (leadData) => ({ body: { leadData } }), {
    onDone: ({ lead, created }) => {
      toast(created ? 'Lead created' : 'This email address was known: the lead is completed')
      void navigate({ to: '/leads/$id', params: inPath(lead) })
    },
  })
  return (
    <Dialog open onClose={onClose} title="New lead" description="An email address or a first name is needed.">
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {texts.map(([name, label]) => (
            <TextField key={name} label={label} {...field(name)} />
          ))}
          <SelectField label="Urgency" options={urgencies} {...field('urgency')} />
        </div>
        <TextareaField label="Description" {...field('description')} />
        <FormActions {...save} action="Create lead" onCancel={onClose} />
      </form>
    </Dialog>
  )
}

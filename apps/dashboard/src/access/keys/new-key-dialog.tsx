import type { Scope } from '@matterbase/schemas'
import { useForm } from 'react-hook-form'
import { useColleagues } from '../../api/colleagues.ts'
import { useSession } from '../../api/session.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { environment } from '../../environment.ts'
import { ScopeGrid } from './scope-grid.tsx'

export interface NewKeyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The scopes that are selected at first. Default: all that the user can give. */
  readonly scopes?: readonly string[] | undefined
  readonly onMade: (key: string) => void
}

const tiers = [
  { value: 'free', label: 'Free: 100 requests a minute' },
  { value: 'pro', label: 'Pro: 1,000 requests a minute' },
  { value: 'enterprise', label: 'Enterprise: no limit' },
] as const

export function NewKeyDialog({ open, onClose, scopes, onMade }: NewKeyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`New ${environment} API key`}
      description={
        environment === 'live'
          ? 'This API key reads and writes the records of your practice.'
          : 'This API key works in the test workspace only.'
      }
    >
      <KeyForm scopes={scopes} onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

interface Values {
  name: string
  scopes: Scope[]
  rate_tier: (typeof tiers)[number]['value']
  /** In hours, as in `lifetimes`. */
  expires_at: string
  /** The ID of a member, or nothing. */
  acts_for: string
}

function KeyForm({ scopes, onClose, onMade }: Omit<NewKeyDialogProps, 'open'>) {
  const { grantable_scopes: grantable, role } = useSession()
  const chosen = grantable.filter((scope) => scopes?.includes(scope) ?? true)
  const form = useForm<Values>({
    defaultValues: { name: '', scopes: chosen, rate_tier: 'free', expires_at: '0', acts_for: '' },
  })
  const { all } = useColleagues()
  const field = fieldOf(form)
  const { errors } = form.formState
  const save = useFormAction(
    form,
    'POST /keys',
    ({ name, scopes, rate_tier, expires_at, acts_for: actsFor }, attempt) => ({
      body: { name, scopes, rate_tier, expires_at: expiryOf(expires_at, attempt.time()), acts_for: actsFor || null },
    }),
    { onDone: ({ key }) => onMade(key) },
  )
  return (
    <Form of={save}>
      <TextField label="Name" hint="The program that will use it, for example “CRM sync”." {...field('name')} />
      <ScopeGrid
        value={form.watch('scopes')}
        grantable={grantable}
        role={role}
        onChange={(next) => form.setValue('scopes', next)}
        error={errors.scopes?.message ?? errors.scopes?.root?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Rate tier" options={tiers} {...field('rate_tier')} />
        <SelectField label="Expires" options={lifetimes} {...field('expires_at')} />
      </div>
      <SelectField
        label="Acts for"
        hint="Time is recorded for this member unless the program names another one."
        empty="No member"
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('acts_for')}
      />
      <FormActions {...save} action="Create key" onCancel={onClose} />
    </Form>
  )
}

/** Lifetimes of a key in hours. 0 never expires. */
const lifetimes = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In 7 days' },
  { value: '720', label: 'In 30 days' },
  { value: '2160', label: 'In 90 days' },
  { value: '8760', label: 'In a year' },
] as const

/** The time when a key expires. Null for never. */
const expiryOf = (hours: string, now: number): string | null =>
  hours === '0' ? null : new Date(now + Number(hours) * 3_600_000).toISOString()

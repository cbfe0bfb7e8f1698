import { useDeferredValue } from 'react'
import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'

/** The pattern of matter numbers. */
export function MatterNumbersPanel() {
  const numbers = useCall('GET /matter-numbers', {})
  return (
    <Panel
      title="Matter numbers"
      description="New matters get the next number. Matters keep their numbers if you change the pattern."
    >
      <Loaded query={numbers} lines={2}>
        {({ data }) => <NumbersForm pattern={data.pattern ?? ''} />}
      </Loaded>
    </Panel>
  )
}

function NumbersForm({ pattern }: { readonly pattern: string }) {
  const form = useForm({ defaultValues: { pattern } })
  const save = useFormAction(
    form,
    'PUT /matter-numbers',
    (values) => ({ body: { pattern: values.pattern.trim() || null } }),
    { onDone: () => toast('Saved') },
  )
  return (
    <Form of={save} className="flex max-w-[420px] flex-col gap-4">
      <TextField
        label="Pattern"
        placeholder="{yyyy}-{seq:4}"
        hint="{yyyy} or {yy} is the year, {seq:4} the count with four digits, {client} the ID of the client."
        {...fieldOf(form)('pattern')}
      />
      <NextNumber pattern={form.watch('pattern').trim()} />
      <FormError message={save.error} />
      <div>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}

/** The number that the typed pattern gives to the next matter, or why it cannot be used. */
function NextNumber({ pattern }: { readonly pattern: string }) {
  const tried = useDeferredValue(pattern)
  const { data, error } = useCall('GET /matter-numbers', { query: { pattern: tried } }, { enabled: tried !== '' })
  if (tried === '') return <p className="text-meta text-muted">New matters get no number.</p>
  if (error) return <p className="text-meta font-medium text-bad">{error.message}</p>
  return (
    <p className="text-meta text-muted" aria-live="polite">
      Next number: <span className="font-medium">{data?.data.next ?? '…'}</span>
    </p>
  )
}

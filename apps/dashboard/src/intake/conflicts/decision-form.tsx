import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { inPath } from '../leads/lead.ts'
import type { Lead } from '../leads/lead.ts'
import type { Check } from './check.tsx'

export interface DecisionValues {
  readonly decision: '' | 'clear' | 'conflict' | 'consent'
  readonly note: string
  /** Null for the opponents of the newest decision. */
  readonly opponents: string[] | null
}

interface DecisionFormProps {
  readonly lead: Lead
  readonly form: UseFormReturn<DecisionValues>
  readonly check: Check
}

const choices = [
  { value: 'clear', label: 'No conflict' },
  { value: 'conflict', label: 'Conflict' },
  { value: 'consent', label: 'Consent obtained' },
] as const

/** Records a decision about conflicts. */
export function DecisionForm({ lead, form, check: { data, names, total } }: DecisionFormProps) {
  const save = useFormAction(
    form,
    'POST /lead-board/{id}/conflicts',
    ({ decision, note }) => {
      if (decision === '') throw new Error('Choose a decision.')
      const opponents = names.filter(({ from }) => from === 'opponent').map(({ name }) => name)
      const seen = data.map(({ kind, id }) => `${kind} ${id}`)
      return { params: inPath(lead), body: { decision, note, opponents, seen } }
    },
    {
      onDone: () => {
        form.reset({ decision: '', note: '', opponents: null })
        toast('Decision recorded')
      },
    },
  )
  const decision = form.watch('decision')
  const isNoteNeeded = decision === 'consent' || (decision === 'clear' && total > 0)
  return (
    <Form of={save} className="flex flex-col gap-3 border-t border-line pt-3">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Decision</legend>
        {choices.map(({ value, label }) => (
          <CheckboxField key={value} type="radio" value={value} label={label} {...form.register('decision')} />
        ))}
      </fieldset>
      <TextareaField
        label="Note"
        rows={2}
        optional={!isNoteNeeded}
        hint={
          decision === 'consent'
            ? 'Write who consented and when.'
            : isNoteNeeded
              ? 'Write why the matching records are not a conflict.'
              : undefined
        }
        {...fieldOf(form)('note')}
      />
      <FormError message={save.error} />
      <Button type="submit" isBusy={save.isBusy} className="self-start">
        Record decision
      </Button>
    </Form>
  )
}

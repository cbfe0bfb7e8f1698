import { useForm } from 'react-hook-form'
import { reportUnreadable } from '../../components/forms/form-errors.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import type { FilterControl } from './filter-controls.ts'
import { FilterInput } from './filter-input.tsx'

type Texts = Readonly<Record<string, string>>

interface FilterDialogProps {
  readonly controls: readonly FilterControl[]
  readonly filters: Texts
  readonly onClose: () => void
  readonly onApply: (filters: Texts) => void
}

/** Filters a list by the values of custom fields. */
export function FilterDialog({ controls, filters, onClose, onApply }: FilterDialogProps) {
  const empty = Object.fromEntries(controls.map(({ name }) => [name, '']))
  const form = useForm({ defaultValues: { filters: { ...empty, ...filters } } })
  const apply = (next: Texts) => {
    onApply(next)
    onClose()
  }
  const submit = form.handleSubmit((values) => {
    if (!reportUnreadable(form, values)) apply(values.filters)
  })
  return (
    <Dialog open onClose={onClose} title="More filters" description="Shows the records that have all of these values.">
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {controls.map((control) => (
            <FilterInput key={control.name} form={form} control={control} />
          ))}
        </div>
        <FormActions action="Apply" onCancel={onClose} isBusy={false} error={undefined}>
          <Button onClick={() => apply({})}>Clear</Button>
        </FormActions>
      </form>
    </Dialog>
  )
}

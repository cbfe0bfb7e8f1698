import type { CustomFieldDefinition } from '@matterbase/schemas'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { filterControls, filterNamed } from './filter-controls.ts'
import { useValueNames, valueText } from './value-text.ts'
import type { CustomValues } from './field-inputs.ts'

export interface CustomFiltersProps {
  /** The fields of the list's records. */
  readonly fields: readonly CustomFieldDefinition[]
  /** The texts by the names of the parameters. */
  readonly filters: Readonly<Record<string, string>>
  readonly onChange: (filters: Readonly<Record<string, string | undefined>>) => void
}

/** A button for the filters by custom fields, and each active filter with a button that removes it. */
export function CustomFilters({ fields, filters, onChange }: CustomFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const active = Object.entries(filters).map(([name, text]) => ({ name, text, of: filterNamed(fields, name) }))
  const values = active.flatMap(({ of, text }) => (of ? [[of.field.key, sentValue(of.field, text)] as const] : []))
  const names = useValueNames(fields, Object.fromEntries(values))
  return (
    <>
      <Button icon={<ListFilter className="size-3.5" />} onClick={() => setOpen(true)}>
        More filters
      </Button>
      {active.map(({ name, text, of }) => {
        const shown = of ? `${of.label}: ${valueText(of.field, sentValue(of.field, text), names)}` : `${name}: ${text}`
        return (
          <Button
            key={name}
            className="max-w-full min-w-0"
            aria-label={`Remove the filter ${shown}`}
            onClick={() => onChange({ ...filters, [name]: undefined })}
          >
            <span className="max-w-60 truncate">{shown}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0" />
          </Button>
        )
      })}
      {isOpen && (
        <FilterDialog
          controls={filterControls(fields)}
          filters={filters}
          onClose={() => setOpen(false)}
          onApply={onChange}
        />
      )}
    </>
  )
}

/** The text of a parameter as a record has the value. */
function sentValue({ type, options }: CustomFieldDefinition, text: string): CustomValues[string] {
  if (type === 'boolean') return text === 'true'
  if (type === 'number' || type === 'money' || type === 'matter') return Number(text)
  if (type !== 'select' && type !== 'multi_select') return text
  // The API takes an ID or a label.
  const option = options?.find(({ id, label }) => String(id) === text || label === text)
  return option ? { id: option.id } : text
}

import { Archive, ArchiveRestore, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { limits } from 'virtual:operations'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { newOption } from './field-values.ts'
import type { FieldValues } from './field-values.ts'

interface OptionEditorProps {
  readonly form: UseFormReturn<FieldValues>
}

/** The options of a field in their order. Records can have a saved option, so it can be archived but not removed. */
export function OptionEditor({ form }: OptionEditorProps) {
  const { fields, append, remove, swap, update } = useFieldArray({ control: form.control, name: 'options' })
  const options = form.watch('options')
  const errors = form.formState.errors.options
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-table font-medium">Options</legend>
      {fields.map((field, at) => (
        <OptionRow
          key={field.id}
          {...{ form, at }}
          onUp={() => swap(at, at - 1)}
          onRemove={() => remove(at)}
          onArchive={(archived) => {
            const option = form.getValues().options[at]
            if (option) update(at, { ...option, archived })
          }}
        />
      ))}
      <FieldError message={errors?.message ?? errors?.root?.message} />
      {options.length < limits.customFieldOptions && (
        <div>
          <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => append(newOption)}>
            Add option
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface OptionRowProps extends OptionEditorProps {
  /** The index of the option. */
  readonly at: number
  readonly onUp: () => void
  readonly onRemove: () => void
  readonly onArchive: (archived: boolean) => void
}

const icon = 'size-3.5'

function OptionRow({ form, at, onUp, onRemove, onArchive }: OptionRowProps) {
  const { option_id: id, archived: isArchived } = form.watch('options')[at] ?? newOption
  const message = form.formState.errors.options?.[at]?.label?.message
  const row = `option ${at + 1}`
  return (
    <div>
      <div className="flex items-center gap-1">
        <TextInput
          aria-label={`Option ${at + 1}${isArchived ? ', archived' : ''}`}
          aria-invalid={message ? true : undefined}
          maxLength={100}
          {...form.register(`options.${at}.label`)}
        />
        {isArchived && <span className="px-1 text-meta text-muted">Archived</span>}
        {at > 0 && <IconButton label={`Move ${row} up`} icon={<ArrowUp className={icon} />} onClick={onUp} />}
        {id === null ? (
          <IconButton label={`Remove ${row}`} icon={<Trash2 className={icon} />} onClick={onRemove} />
        ) : isArchived ? (
          <IconButton
            label={`Unarchive ${row}`}
            icon={<ArchiveRestore className={icon} />}
            onClick={() => onArchive(false)}
          />
        ) : (
          <IconButton label={`Archive ${row}`} icon={<Archive className={icon} />} onClick={() => onArchive(true)} />
        )}
      </div>
      <FieldError message={message} className="mt-1" />
    </div>
  )
}

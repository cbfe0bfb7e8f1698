import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { InlineField } from './inline-field.tsx'

interface EditableTitleProps {
  readonly title: string
  /** Without it, the title is read-only. */
  readonly onSave: ((title: string) => Promise<unknown>) | undefined
}

/** The title of a record's page, which can be edited in place. */
export function EditableTitle({ title, onSave }: EditableTitleProps) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing && onSave)
    return (
      <span className="w-96 max-w-full">
        <InlineField
          name="title"
          label="Title"
          value={title}
          canBeEmpty={false}
          onSave={(value) => onSave(String(value ?? ''))}
          onClosed={() => setEditing(false)}
        />
      </span>
    )
  return (
    <span className="flex min-w-0 items-center gap-1">
      <h1 className="min-w-0 text-h1 wrap-anywhere">{title}</h1>
      {onSave && (
        <IconButton
          label="Edit title"
          size="sm"
          icon={<Pencil className="size-3.5" />}
          onClick={() => setEditing(true)}
        />
      )}
    </span>
  )
}

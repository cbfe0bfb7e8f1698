import type { ReactNode } from 'react'
import { DraftOffer } from '../../components/forms/drafts/draft-offer.tsx'
import type { SelectProps } from '../../components/forms/select-field.tsx'
import { InlineControl } from './inline-control.tsx'
import { textOf, useInlineEdit } from './use-inline-edit.ts'
import type { InlineKind, InlineValue } from './use-inline-edit.ts'

export interface InlineFieldProps {
  /** The field's name in the server's errors. */
  readonly name: string
  readonly label: string
  readonly value: InlineValue
  /** How it is displayed. Default: as text. */
  readonly children?: ReactNode
  readonly kind?: InlineKind
  /** One of these instead of free text. */
  readonly options?: SelectProps['options']
  /** True if an empty text clears the value. Default true. */
  readonly canBeEmpty?: boolean
  /** With it, the field begins as a control. Called when the control closes. */
  readonly onClosed?: () => void
  /** Without it, the value is read-only. */
  readonly onSave?: ((value: InlineValue) => Promise<unknown>) | undefined
}

/** A value that becomes a control when it is pressed. */
export function InlineField(props: InlineFieldProps) {
  const { name, label, value, children, kind = 'text', options, canBeEmpty = true, onSave, onClosed } = props
  const edit = useInlineEdit({ name, value, kind, onSave, onClosed })
  const { kept, drop } = edit.draft
  if (edit.text !== undefined && onSave)
    return <InlineControl {...{ label, kind, edit, options, canBeEmpty }} text={edit.text} />
  return (
    <>
      <EditableValue label={label} onEdit={onSave && (() => edit.begin())}>
        {value === null ? undefined : (children ?? textOf(value))}
      </EditableValue>
      {onSave && kept && <DraftOffer at={kept.at} onRestore={() => edit.begin(kept.text)} onRefuse={drop} />}
    </>
  )
}

interface EditableValueProps {
  readonly label: string
  readonly onEdit: (() => void) | undefined
  readonly children: ReactNode
}

function EditableValue({ label, onEdit, children }: EditableValueProps) {
  const content = children ?? <span className="text-muted">–</span>
  if (!onEdit) return <>{content}</>
  return (
    <button
      type="button"
      title={`Edit ${label.toLowerCase()}`}
      onClick={onEdit}
      className="focus-inset -mx-1.5 -my-0.75 block w-[calc(100%+0.75rem)] rounded-sm px-1.5 py-0.75 text-left whitespace-pre-wrap hover:bg-hover touch:-my-1.5 touch:py-1.5"
    >
      <span className="sr-only">Edit {label.toLowerCase()}: </span>
      {content}
    </button>
  )
}

import type { ReactNode } from 'react'

interface EditableValueProps {
  readonly label: string
  readonly onEdit: (() => void) | undefined
  readonly children: ReactNode
}

/** A value as it is, which becomes a control when it is pressed. */
export function EditableValue({ label, onEdit, children }: EditableValueProps) {
  const content = children ?? <span className="text-muted">–</span>
  if (!onEdit) return <>{content}</>
  return (
    <button
      type="button"
      title={`Edit ${label.toLowerCase()}`}
      onClick={onEdit}
      className="focus-inset -mx-1.5 -my-0.5 block w-[calc(100%+0.75rem)] rounded-sm px-1.5 py-0.5 text-left whitespace-pre-wrap hover:bg-hover touch:-my-1.5 touch:py-1.5"
    >
      <span className="sr-only">Edit {label.toLowerCase()}: </span>
      {content}
    </button>
  )
}

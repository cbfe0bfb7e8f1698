import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { fieldColumns } from './field-columns.tsx'
import { FieldMenu } from './field-menu.tsx'
import { useFieldOrder } from './use-field-order.ts'

type Field = CustomFieldDefinition

export interface FieldTableProps {
  readonly fields: readonly Field[]
  readonly onEdit: (field: Field) => void
}

/** The fields that are not archived, in the order of forms. */
export function FieldTable({ resource, fields, onEdit }: FieldTableProps & { readonly resource: CustomFieldResource }) {
  const { ordered, move } = useFieldOrder(resource, fields)
  const [moved, setMoved] = useState('')
  const moveField = ({ id, label }: Field, step: 1 | -1) => {
    const place = move(id, step)
    if (place !== undefined) setMoved(`${label} is now ${place} of ${ordered.length}.`)
  }
  const buttons: Column<Field> = {
    id: 'more',
    header: '',
    align: 'right',
    cell: (field) => (
      <span className="inline-flex">
        <MoveButton field={field} step={-1} isOff={field === ordered[0]} onMove={moveField} />
        <MoveButton field={field} step={1} isOff={field === ordered.at(-1)} onMove={moveField} />
        <FieldMenu field={field} onEdit={() => onEdit(field)} />
      </span>
    ),
  }
  return (
    <>
      <DataTable
        label="Fields"
        columns={[...fieldColumns, buttons]}
        rows={ordered}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        onOpen={onEdit}
        empty={null}
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}

interface MoveButtonProps {
  readonly field: Field
  readonly step: 1 | -1
  /** True for the first field up and the last field down. */
  readonly isOff: boolean
  readonly onMove: (field: Field, step: 1 | -1) => void
}

/** Keeps the focus at either end of the list, so it is never disabled. */
const MoveButton = ({ field, step, isOff, onMove }: MoveButtonProps) => {
  const Arrow = step === 1 ? ArrowDown : ArrowUp
  return (
    <IconButton
      label={`Move ${field.label} ${step === 1 ? 'down' : 'up'}`}
      size="sm"
      icon={<Arrow className="size-3.5" />}
      aria-disabled={isOff || undefined}
      className="aria-disabled:opacity-30"
      onClick={() => onMove(field, step)}
    />
  )
}

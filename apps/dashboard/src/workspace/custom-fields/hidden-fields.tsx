import type { CustomFieldDefinition } from '@matterbase/schemas'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { fieldColumns } from './field-columns.tsx'
import { FieldMenu, useRestore } from './field-menu.tsx'
import type { FieldTableProps } from './field-table.tsx'

type Field = CustomFieldDefinition

/** The archived fields. */
export function ArchivedFields({ fields, onEdit }: FieldTableProps) {
  if (fields.length === 0) return null
  const menu: Column<Field> = {
    id: 'more',
    header: '',
    align: 'right',
    cell: (field) => <FieldMenu field={field} onEdit={() => onEdit(field)} />,
  }
  return (
    <Panel title="Archived" description="Forms no longer offer these fields. Records keep their values." isFlush>
      <DataTable
        label="Archived fields"
        columns={[...fieldColumns, menu]}
        rows={fields}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        onOpen={onEdit}
        empty={null}
        isFlush
      />
    </Panel>
  )
}

/** The fields that can be restored. */
export function DeletedFields({ fields }: { readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null
  const restore: Column<Field> = { id: 'more', header: '', align: 'right', cell: (field) => <Restore field={field} /> }
  return (
    <Panel
      title="Deleted"
      description="Deleted in the last 30 days. A restored field has its values again. After 30 days, the values are erased."
      isFlush
    >
      <DataTable
        label="Deleted fields"
        columns={[...fieldColumns, restore]}
        rows={fields}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        empty={null}
        isFlush
      />
    </Panel>
  )
}

function Restore({ field: { id, label } }: { readonly field: Field }) {
  const restore = useRestore()
  return (
    <Button
      size="sm"
      isBusy={restore.isPending}
      aria-label={`Restore ${label}`}
      onClick={() => restore.mutate({ params: { id }, body: { deleted: false } })}
    >
      Restore
    </Button>
  )
}

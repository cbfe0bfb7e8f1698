import type { CustomFieldDefinition } from '@matterbase/schemas'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { resourceNames } from './field-types.ts'

interface FieldMenuProps {
  readonly field: CustomFieldDefinition
  readonly onEdit: () => void
}

/** The actions for a field that is not deleted. */
export function FieldMenu({ field, onEdit }: FieldMenuProps) {
  const { id, label, archived_at: archivedAt } = field
  const isArchived = archivedAt !== null
  const [isDeleting, setDeleting] = useState(false)
  const archive = useAction('PATCH /custom-fields/{id}', {
    onDone: ({ data }) => toast(data.archived_at === null ? 'Field unarchived' : 'Field archived'),
    onFail: toastError,
  })
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${label}`} size="sm" icon={<Ellipsis className="size-4" />} />}
        items={[
          { label: 'Edit', onSelect: onEdit },
          {
            label: isArchived ? 'Unarchive' : 'Archive',
            onSelect: () => archive.mutate({ params: { id }, body: { archived: !isArchived } }),
          },
          null,
          { label: 'Delete', tone: 'danger', onSelect: () => setDeleting(true) },
        ]}
      />
      <DeleteDialog field={field} open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

interface DeleteDialogProps {
  readonly field: CustomFieldDefinition
  readonly open: boolean
  readonly onClose: () => void
}

function DeleteDialog({ field: { id, label, resource }, open, onClose }: DeleteDialogProps) {
  const { many } = resourceNames[resource]
  const restore = useRestore()
  const remove = useAction('DELETE /custom-fields/{id}', {
    onDone: () => {
      onClose()
      toast(`Field “${label}” deleted`, { undo: () => restore.mutate({ params: { id }, body: { deleted: false } }) })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete “${label}”?`}
      action="Delete field"
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      <p>
        The field and its values disappear from your {many}, from CSV files and from the API. The values are kept for 30
        days. Until then, you can restore the field here. To keep the values on your {many}, archive the field instead.
      </p>
    </ConfirmDialog>
  )
}

/** Restores a deleted field with its values. */
export const useRestore = () =>
  useAction('PATCH /custom-fields/{id}', {
    onDone: ({ data: { label } }) => toast(`Field “${label}” restored`),
    onFail: toastError,
  })

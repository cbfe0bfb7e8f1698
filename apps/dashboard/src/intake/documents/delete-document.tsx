import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import type { SignDocument } from './document.ts'

/** Deletes a document after a confirmation. The title of a signed document must be typed. */
export function DeleteDocument({ document }: { readonly document: SignDocument }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const { document_id: id, title, status } = document
  const remove = useAction('DELETE /documents/{id}', {
    onDone: () => {
      toast('Document deleted')
      void navigate({ to: '/documents' })
    },
    onFail: toastError,
  })
  return (
    <>
      <Button icon={<Trash2 className="size-3.5" />} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete “${title}”?`}
        action="Delete document"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        {...(status === 'signed' && { typed: title })}
      >
        {status === 'signed'
          ? 'The content and the signature will be deleted. The sealed record of the signature is kept, and the audit log keeps the hash of the content, the signer and the time. This cannot be undone.'
          : 'The content and the signing link will be deleted. This cannot be undone.'}
      </ConfirmDialog>
    </>
  )
}

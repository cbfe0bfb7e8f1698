import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../components/buttons/button.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { environment } from '../../environment.ts'

interface CreditNotePdfProps {
  readonly id: number
  readonly number: string
}

/** Saves a credit note as it was issued. */
export function CreditNotePdf({ id, number }: CreditNotePdfProps) {
  const save = useMutation({
    mutationFn: () => saveFile('GET', `/dash/v1/${environment}/credit-notes/${id}/pdf`, `credit-note-${number}.pdf`),
    networkMode: 'always',
    onError: toastError,
  })
  return (
    <Button
      size="sm"
      tone="quiet"
      className="print:hidden"
      isBusy={save.isPending}
      aria-label={`Download credit note ${number}`}
      onClick={() => save.mutate()}
    >
      PDF
    </Button>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'

interface TakeBackProps {
  readonly what: 'payment' | 'refund'
  readonly id: number
  readonly money: string
  /** What becomes of it. */
  readonly children: ReactNode
}

/** Takes back money that was recorded by mistake. */
export function TakeBack({ what, id, money, children }: TakeBackProps) {
  const [isAsked, ask] = useState(false)
  const remove = useAction(`DELETE /${what}s/{id}`, {
    onDone: () => {
      ask(false)
      toast(what === 'payment' ? 'Payment taken back' : 'Refund taken back')
    },
    onFail: toastError,
  })
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        className="print:hidden"
        aria-label={`Take back the ${what} of ${money}`}
        onClick={() => ask(true)}
      >
        Take back
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => ask(false)}
        title={`Take back the ${what} of ${money}?`}
        action="Take back"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'

interface ReverseButtonProps {
  readonly what: 'payment' | 'refund'
  readonly id: number
  readonly money: string
  /** The consequence. */
  readonly children: ReactNode
}

/** Reverses a payment or refund that was recorded by mistake. */
export function ReverseButton({ what, id, money, children }: ReverseButtonProps) {
  const [isAsked, ask] = useState(false)
  const remove = useAction(`DELETE /${what}s/{id}`, {
    onDone: () => {
      ask(false)
      toast(what === 'payment' ? 'Payment reversed' : 'Refund reversed')
    },
    onFail: toastError,
  })
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        className="print:hidden"
        aria-label={`Reverse the ${what} of ${money}`}
        onClick={() => ask(true)}
      >
        Reverse
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => ask(false)}
        title={`Reverse the ${what} of ${money}?`}
        action={`Reverse ${what}`}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

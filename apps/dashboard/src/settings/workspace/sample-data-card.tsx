import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { isTest } from '../../environment.ts'

/** Restores the sample data, in the test workspace only. */
export function SampleDataCard() {
  const [isOpen, setOpen] = useState(false)
  const reset = useAction('POST /sample-data/reset', {
    onDone: () => {
      setOpen(false)
      toast('The sample data is back')
    },
  })
  if (!isTest)
    return (
      <Panel
        title="Sample data"
        description="Sample data lives in the test workspace, which can be reset there. Nothing live is ever reset."
      />
    )
  return (
    <>
      <Panel
        title="Sample data"
        description="A few clients with matters, time, expenses, invoices, leads and documents, to try things with."
        actions={<Button onClick={() => setOpen(true)}>Reset test workspace…</Button>}
      />
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Reset the test workspace?"
        action="Reset test workspace"
        typed="test"
        onConfirm={() => reset.mutate({})}
        isBusy={reset.isPending}
        error={reset.error?.message}
      >
        Every matter, client, time entry, expense, invoice, lead and document of the test workspace is deleted for good,
        and the sample data is put in their place. Keys, webhooks and logs stay, and the live workspace is not touched.
      </ConfirmDialog>
    </>
  )
}

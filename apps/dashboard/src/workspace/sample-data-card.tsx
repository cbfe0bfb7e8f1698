import { useState } from 'react'
import { useAction } from '../api/queries.ts'
import { Button } from '../components/buttons/button.tsx'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { Panel } from '../components/page/panel.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { isTest } from '../environment.ts'

/** Restores the sample data, in the test workspace only. */
export function SampleDataCard() {
  const [isOpen, setOpen] = useState(false)
  const reset = useAction('POST /sample-data/reset', {
    onDone: () => {
      setOpen(false)
      toast('Test workspace reset')
    },
  })
  if (!isTest)
    return (
      <Panel
        title="Sample data"
        description="The sample data is in the test workspace. Switch to Test to reset it. The live workspace is never reset."
      />
    )
  return (
    <>
      <Panel
        title="Sample data"
        description="A few clients with matters, time, expenses, invoices, leads and documents, to try things out."
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
        Every matter, client, time entry, expense, invoice, lead and document of the test workspace is deleted
        permanently and replaced with the sample data. API keys, webhooks and logs stay. The live workspace does not
        change.
      </ConfirmDialog>
    </>
  )
}

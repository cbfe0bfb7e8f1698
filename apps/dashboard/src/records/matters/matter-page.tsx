import { useNavigate, useParams } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { InvoicesTab } from '../../billing/invoices/invoices-tab.tsx'
import { TimeTab } from '../../billing/time/time-tab.tsx'
import { useTimer, useTimerSubject } from '../../billing/timer/use-timer.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { DocumentsTab } from '../../intake/documents/documents-tab.tsx'
import { CustomFieldsPanel } from '../custom-fields/custom-fields-panel.tsx'
import { EditableTitle } from '../fields/editable-title.tsx'
import { ActivityTab } from '../page/activity-tab.tsx'
import { DeleteDialog, MoreMenu } from '../page/delete-dialog.tsx'
import { BillLink, FigureStrip } from '../page/figure-strip.tsx'
import { RecordBody } from '../page/record-body.tsx'
import { matters } from '../resource.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { MatterBilling } from './matter-billing.tsx'
import { MatterFields, MatterStatus, useSaveMatter } from './matter-fields.tsx'
import type { Matter } from './matter.ts'

/** One matter, with everything that belongs to it. */
export function MatterPage() {
  const { id } = useParams({ from: '/matters/$id' })
  const one = useCall('GET /matters/{id}', { params: { id } }, { keep: false })
  return (
    <Loaded query={one} what="matter">
      {({ data }) => <LoadedMatter matter={data} />}
    </Loaded>
  )
}

function LoadedMatter({ matter }: { readonly matter: Matter }) {
  const navigate = useNavigate()
  const can = useCan()
  const timer = useTimer()
  const [isDeleting, setDeleting] = useState(false)
  const save = useSaveMatter(matter)
  useTimerSubject(matter.id)
  const of = { case_id: matter.id }
  const tabs = [
    {
      id: 'overview',
      label: 'Overview',
      content: (
        <div className="flex flex-col gap-4">
          <MatterFields matter={matter} />
          <CustomFieldsPanel of={{ resource: 'matters', id: matter.id, record: matter }} />
        </div>
      ),
    },
    { id: 'time', label: 'Time', content: <TimeTab of={of} /> },
    ...(can('documents:read') ? [{ id: 'documents', label: 'Documents', content: <DocumentsTab of={of} /> }] : []),
    ...(can('invoices:read') ? [{ id: 'invoices', label: 'Invoices', content: <InvoicesTab of={of} /> }] : []),
    { id: 'billing', label: 'Billing details', content: <MatterBilling matterId={matter.id} /> },
    { id: 'activity', label: 'Activity', content: <ActivityTab of={of} /> },
  ]
  return (
    <>
      <PageHeader
        title={matter.title}
        heading={<EditableTitle title={matter.title} onSave={save && ((title) => save({ title }))} />}
        parent={{ label: 'Matters', link: { to: '/matters' } }}
        status={
          <>
            {matter.number !== null && <span className="text-table text-muted">{matter.number}</span>}
            <MatterStatus matter={matter} />
          </>
        }
        actions={
          <>
            <BillLink of={of} clientId={matter.client_id} />
            {save && <MoreMenu onDelete={() => setDeleting(true)} />}
            {can('timer') && timer.running?.case_id !== matter.id && (
              <Button
                tone="primary"
                icon={<Play className="size-3.5" />}
                onClick={() => void timer.start({ case_id: matter.id })}
              >
                {timer.running ? 'Time this matter' : 'Start timer'}
              </Button>
            )}
          </>
        }
      />
      <ClosedNotice matter={matter} />
      <FigureStrip of={of} budget={budgetOf(matter)} />
      <RecordBody label="Matter" tabs={tabs} record={matter} of={of} />
      {isDeleting && (
        <DeleteDialog
          resource={matters}
          id={matter.id}
          name={matter.title}
          instead="Set its status to closed"
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/matters' })}
        />
      )}
    </>
  )
}

const budgetOf = ({ estimated_budget_min: from, estimated_budget_max: to, estimated_hours: hours }: Matter) => ({
  from,
  to,
  hours,
})

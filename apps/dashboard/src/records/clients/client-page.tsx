import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { InvoicesTab } from '../../billing/invoices/invoices-tab.tsx'
import { ClientCredit } from '../../billing/payments/client-credit.tsx'
import { TimeTab } from '../../billing/time/time-tab.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { DocumentsTab } from '../../intake/documents/documents-tab.tsx'
import { CustomFieldsPanel } from '../custom-fields/custom-fields-panel.tsx'
import { ActivityTab } from '../page/activity-tab.tsx'
import { DeleteDialog, MoreMenu } from '../page/delete-dialog.tsx'
import { BillLink, FigureStrip } from '../page/figure-strip.tsx'
import { RecordBody } from '../page/record-body.tsx'
import { clientName } from '../picker/picker-choices.ts'
import { clients } from '../resource.ts'
import { ClientBilling } from './client-billing.tsx'
import { ClientFields, ClientStatus } from './client-fields.tsx'
import { ClientMatters } from './client-matters.tsx'
import type { Client } from './client.ts'
import { DebtorNumber } from './debtor-number.tsx'

/** One client, with everything that belongs to it. */
export function ClientPage() {
  const { id } = useParams({ from: '/clients/$id' })
  const one = useCall('GET /clients/{id}', { params: { id } }, { keep: false })
  return (
    <Loaded query={one} what="client">
      {({ data }) => <LoadedClient client={data} />}
    </Loaded>
  )
}

function LoadedClient({ client }: { readonly client: Client }) {
  const navigate = useNavigate()
  const can = useCan()
  const [isDeleting, setDeleting] = useState(false)
  const of = { client_id: client.id }
  const ofMatters = [
    { id: 'matters', label: 'Matters', content: <ClientMatters clientId={client.id} /> },
    { id: 'time', label: 'Time', content: <TimeTab of={of} /> },
  ]
  const tabs = [
    {
      id: 'overview',
      label: 'Overview',
      content: (
        <div className="flex flex-col gap-4">
          <ClientFields client={client} />
          <CustomFieldsPanel of={{ resource: 'clients', id: client.id, record: client }} />
        </div>
      ),
    },
    ...(can('matters:read') ? ofMatters : []),
    ...(can('documents:read') ? [{ id: 'documents', label: 'Documents', content: <DocumentsTab of={of} /> }] : []),
    ...(can('invoices:read') ? [{ id: 'invoices', label: 'Invoices', content: <InvoicesTab of={of} /> }] : []),
    {
      id: 'billing',
      label: 'Billing details',
      content: (
        <>
          {can('invoices:read') && <ClientCredit clientId={client.id} />}
          <ClientBilling client={client} />
          <DebtorNumber clientId={client.id} />
        </>
      ),
    },
    ...(can('matters:read') ? [{ id: 'activity', label: 'Activity', content: <ActivityTab of={of} /> }] : []),
  ]
  return (
    <>
      <PageHeader
        title={clientName(client)}
        parent={{ label: 'Clients', link: { to: '/clients' } }}
        status={<ClientStatus client={client} />}
        actions={
          <>
            {can('matters:read') && <BillLink of={of} clientId={client.id} />}
            {can('clients:write') && <MoreMenu onDelete={() => setDeleting(true)} />}
          </>
        }
      />
      <FigureStrip of={of} />
      <RecordBody label="Client" tabs={tabs} record={client} of={of} />
      {isDeleting && (
        <DeleteDialog
          resource={clients}
          id={client.id}
          name={clientName(client)}
          instead="Set it to inactive"
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/clients' })}
        />
      )}
    </>
  )
}

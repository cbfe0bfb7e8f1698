import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { Ago } from '../../components/values/moments.tsx'
import { environment } from '../../environment.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { NewEndpointDialog } from './endpoint-form.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { endpointListSearch } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const columns: readonly Column<Endpoint>[] = [
  { id: 'url', header: 'URL', cell: ({ url }) => url },
  { id: 'state', header: 'State', cell: (endpoint) => <EndpointState value={endpoint} /> },
  {
    id: 'events',
    header: 'Events',
    from: 'md',
    cell: ({ events }) => <span className="block max-w-80 truncate">{events.join(', ')}</span>,
  },
  { id: 'last', header: 'Last delivery', from: 'sm', cell: ({ last_delivery_at: at }) => <Ago value={at} /> },
]

const example = {
  key: 'POST /webhooks',
  body: { url: 'https://example.com/webhooks', events: ['matter.created'] },
}

export function EndpointList() {
  const { search, setSearch } = useSearchParams(endpointListSearch)
  const [created, setCreated] = useState<{ id: number; secret: string }>()
  const list = useCall('GET /webhooks', {}, { poll: true })
  const can = useCan()
  const { public_url: publicUrl } = useSession()
  const close = () => setSearch({ new: undefined })
  const button = (tone: 'primary' | 'secondary') =>
    can('webhooks:write') && (
      <NewButton tone={tone} onClick={() => setSearch({ new: '1' })}>
        New endpoint
      </NewButton>
    )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={`Endpoints that receive the events of the ${environment} workspace. Each event is signed and sent at least once.`}
        actions={button('primary')}
      />
      <DataTable
        label="Webhook endpoints"
        columns={columns}
        rows={list.data?.webhooks}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ id }) => id}
        rowName={({ url }) => url}
        rowLink={({ id }) => ({ to: '/dev/webhooks/$id', params: { id: String(id) } })}
        empty={
          <EmptyState action={button('secondary')} snippet={codeOfCall(example, publicUrl)}>
            An endpoint is a URL of yours that receives events. The {environment} workspace has no endpoints yet.
          </EmptyState>
        }
      />
      <NewEndpointDialog
        open={search.new !== undefined}
        onClose={close}
        onMade={(endpoint) => {
          close()
          setCreated(endpoint)
        }}
      />
      {created && <EndpointSecret {...created} />}
    </>
  )
}

/** The secret of a new endpoint. Closing it opens the page of the endpoint. */
function EndpointSecret({ id, secret }: { readonly id: number; readonly secret: string }) {
  const navigate = useNavigate()
  return (
    <SecretDialog
      title="The secret of your endpoint"
      what="signing secret"
      secret={secret}
      onClose={() => void navigate({ to: '/dev/webhooks/$id', params: { id: String(id) } })}
    >
      <p className="text-table text-muted">
        Use it to check the X-Service-Signature of each delivery. The signature lab shows the code.
      </p>
    </SecretDialog>
  )
}

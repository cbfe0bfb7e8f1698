import { Link, useParams } from '@tanstack/react-router'
import { change } from '../../api/change.ts'
import { refresh, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Facts } from '../../components/values/facts.tsx'
import type { Fact } from '../../components/values/facts.tsx'
import { titled } from '../../components/values/formats.ts'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { CustomFieldsPanel } from '../../records/custom-fields/custom-fields-panel.tsx'
import { InlineField } from '../../records/fields/inline-field.tsx'
import type { InlineFieldProps } from '../../records/fields/inline-field.tsx'
import { useNames } from '../../records/use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { undecidedId } from '../conflicts/check.tsx'
import { ConflictPanel } from '../conflicts/conflict-panel.tsx'
import { ConvertDialog } from './convert-dialog.tsx'
import { inPath, leadName, leadSearch, leadStatuses, sourceNames, urgencies } from './lead.ts'
import type { Lead } from './lead.ts'

export function LeadPage() {
  const { id } = useParams({ from: '/leads/$id' })
  const one = useCall('GET /lead-board/{id}', { params: { id } }, { keep: false })
  return (
    <Loaded query={one} what="lead">
      {({ data }) => <LoadedLead lead={data} />}
    </Loaded>
  )
}

function LoadedLead({ lead }: { readonly lead: Lead }) {
  const { search, setSearch } = useSearchParams(leadSearch)
  const mayManage = useCan()('leads:manage')
  const { client_id: clientId, case_id: caseId } = lead
  const isConverted = clientId !== null
  const check = useCall('GET /lead-board/{id}/conflicts', { params: inPath(lead), query: {} }, { keep: false })
  const isDecided = check.data?.is_decided ?? false
  const names = useNames({ clients: [clientId], matters: [caseId] })
  return (
    <>
      <PageHeader
        title={leadName(lead)}
        status={<StatusBadge status={lead.status} />}
        parent={{ label: 'Leads', link: { to: '/leads' } }}
        actions={
          mayManage &&
          !isConverted && (
            <Button
              tone="primary"
              aria-disabled={!isDecided}
              aria-describedby={isDecided ? undefined : undecidedId}
              onClick={() => setSearch({ convert: '1' })}
            >
              Convert to client
            </Button>
          )
        }
      />
      {isConverted && (
        <p className="mb-4 rounded-md bg-ok-soft px-4 py-2 text-table text-ok">
          Converted:{' '}
          <Link to="/clients/$id" params={{ id: String(clientId) }} className="underline">
            {names.client(clientId) ?? `client ${clientId}`}
          </Link>
          {caseId !== null && (
            <>
              ,{' '}
              <Link to="/matters/$id" params={{ id: String(caseId) }} className="underline">
                {names.matter(caseId) ?? `matter ${caseId}`}
              </Link>
            </>
          )}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel>
            <LeadFields lead={lead} />
          </Panel>
          <CustomFieldsPanel of={{ resource: 'leads', id: lead.lead_id, record: lead }} />
        </div>
        <ConflictPanel lead={lead} />
      </div>
      {search.convert && mayManage && !isConverted && isDecided && (
        <ConvertDialog lead={lead} onClose={() => setSearch({ convert: undefined })} />
      )}
    </>
  )
}

const labels = {
  status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  practice_area: 'Practice area',
  urgency: 'Urgency',
  description: 'Description',
} as const

function LeadFields({ lead }: { readonly lead: Lead }) {
  const mayManage = useCan()('leads:manage')
  const field = (name: keyof typeof labels, more: Partial<InlineFieldProps> = {}): Fact => ({
    label: labels[name],
    value: (
      <InlineField
        name={name}
        label={labels[name]}
        value={lead[name]}
        {...more}
        onSave={
          mayManage
            ? async (value) => {
                await change(
                  '/lead-board/{id}',
                  { params: inPath(lead), body: { [name]: value } },
                  { seen: lead, labels },
                )
                await refresh()
              }
            : undefined
        }
      />
    ),
  })
  const facts: Fact[] = [
    field('status', {
      options: leadStatuses,
      canBeEmpty: false,
      children: <StatusBadge status={lead.status} />,
    }),
    field('first_name'),
    field('last_name'),
    field('email'),
    field('phone'),
    field('company'),
    field('practice_area'),
    field('urgency', { options: urgencies, canBeEmpty: false, children: titled(lead.urgency ?? '') }),
    field('description', { kind: 'long' }),
    { label: 'Score', value: lead.score },
    { label: 'Source', value: sourceNames[lead.source] },
    { label: 'Captured', value: <DateTime value={lead.created_at} /> },
  ]
  return <Facts facts={facts} />
}

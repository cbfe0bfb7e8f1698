import type { RecordOf } from '../../api/contract.ts'
import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { firmSearch } from '../firm/firm-search.ts'

// Loaded when it opens, because only this dialog needs the search for matters and clients.
const RateDialog = lazyPart(() => import('./rate-dialog.tsx'), 'RateDialog')

type Rate = RecordOf<'GET /rates'>

const nameOf = ({ scope, target_id: id, target_name: name }: Rate) =>
  scope === 'firm' ? 'All matters' : (name ?? `#${id}`)

const columns: readonly Column<Rate>[] = [
  {
    id: 'for',
    header: 'For',
    cell: (rate) => nameOf(rate),
    under: { until: 'sm', say: ({ user_name: name }) => name ?? 'All members' },
  },
  { id: 'member', header: 'Member', from: 'sm', cell: ({ user_name: name }) => name ?? 'All members' },
  { id: 'amount', header: 'Per hour', align: 'right', cell: ({ amount }) => <Money value={amount} /> },
  {
    id: 'from',
    header: 'Valid from',
    from: 'sm',
    cell: ({ valid_from: day }) => (day ? <DateOnly value={day} /> : <span className="text-muted">Always</span>),
  },
  { id: 'remove', header: '', align: 'right', cell: (rate) => <Remove rate={rate} /> },
]

/** The firm's hourly rates. */
export function RatesPanel() {
  const { search, setSearch } = useSearchParams(firmSearch)
  const rates = useCall('GET /rates', {})
  const isOpen = search.new !== undefined && rates.data !== undefined
  return (
    <Panel
      title="Hourly rates"
      description="The most specific rate wins: time entry, then matter, client, firm. At each level, a rate for one member wins over a rate for all members. Billed time keeps its rate."
      actions={<Button onClick={() => setSearch({ new: '1' })}>Add rate</Button>}
      isFlush
    >
      <DataTable
        label="Hourly rates"
        isFlush
        columns={columns}
        rows={rates.data?.data}
        error={rates.error}
        onRetry={() => void rates.refetch()}
        rowId={({ id }) => id}
        rowName={nameOf}
        empty={
          <p className="px-4 py-3 text-table text-muted">
            No rates yet. Time is billed at the rate on each time entry.
          </p>
        }
      />
      <WhenOpen open={isOpen}>
        {isOpen && (
          <RateDialog
            rates={rates.data.data}
            members={rates.data.members}
            onClose={() => setSearch({ new: undefined })}
          />
        )}
      </WhenOpen>
    </Panel>
  )
}

function Remove({ rate }: { readonly rate: Rate }) {
  const remove = useAction('DELETE /rates/{id}', { onDone: () => toast('Rate removed'), onFail: toastError })
  return (
    <Button
      size="sm"
      tone="quiet"
      isBusy={remove.isPending}
      aria-label={`Remove the rate for ${nameOf(rate)}`}
      onClick={() => remove.mutate({ params: { id: rate.id } })}
    >
      Remove
    </Button>
  )
}

import { useAction } from '../api/queries.ts'
import type { Answer } from '../api/contract.ts'
import { Button } from '../components/buttons/button.tsx'
import { toast, toastError } from '../components/overlays/toast.tsx'
import { Panel } from '../components/page/panel.tsx'
import { Line } from './lists.tsx'

type Work = NonNullable<Answer<'GET /home'>['work_to_check']>
type Item = Work['data'][number]

const why = (item: Item) =>
  item.invoice_id === null
    ? `Recorded for ${item.client_name ?? 'no client'}, but ${item.matter_title ?? 'the matter'} belongs to ${item.matter_client_name ?? 'another client'}`
    : 'Already on an invoice, but shown as unbilled'

const linkOf = ({ resource, id }: Item) =>
  resource === 'expenses'
    ? ({ to: '/time', search: { view: 'expenses', expense: String(id) } } as const)
    : ({ to: '/time', search: { view: 'list', entry: String(id) } } as const)

const nameOf = ({ description, resource }: Item) =>
  description?.trim() || (resource === 'expenses' ? 'Expense' : 'Time')

/** Unbilled work that an earlier version recorded, and that only a person can put right. */
export function WorkToCheckPanel({ work }: { readonly work: Work }) {
  const settle = useAction('POST /work-to-check/settle', { onDone: () => toast('Done'), onFail: toastError })
  const send = (items: readonly Item[]) =>
    settle.mutate({ body: { work: items.map(({ resource, id }) => ({ resource, id })) } })
  const hidden = work.count - work.data.length
  return (
    <Panel
      title="Time and expenses to check"
      description="Recorded before an upgrade. Nothing was changed. Decide for each line."
      isFlush
    >
      <ul>
        {work.data.map((item) => (
          <Line key={`${item.resource}-${item.id}`} link={linkOf(item)} name={nameOf(item)} of={why(item)}>
            <Button
              size="sm"
              aria-label={`${labelOf(item)}: ${nameOf(item)}`}
              isBusy={settle.isPending}
              onClick={() => send([item])}
            >
              {labelOf(item)}
            </Button>
          </Line>
        ))}
      </ul>
      {hidden > 0 && <p className="px-4 py-2 text-meta text-muted">and {hidden} more</p>}
    </Panel>
  )
}

const labelOf = ({ invoice_id: invoice, matter_client_name: name }: Item) =>
  invoice === null ? `Move to ${name ?? 'the client of the matter'}` : 'Mark as billed'

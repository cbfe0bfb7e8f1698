import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { formatCount, formatHours, formatMoney } from '../../components/values/formats.ts'
import { RecordPicker } from '../picker/record-picker.tsx'
import { useNames } from '../use-names.ts'
import type { Matter } from './matter.ts'

interface MatterClientProps {
  readonly matter: Matter
  readonly onSave: ((changes: object) => Promise<void>) | undefined
}

/** The new client of a matter, the unbilled work that moves with it, and the drafts that do not. */
interface Move {
  readonly to: number | null
  readonly hours: number
  readonly expenses: number
  readonly amount: number
  readonly drafts: number
}

/** The client of a matter, which can be changed. Asks before unbilled work moves to another client. */
export function MatterClient({ matter: { id: matterId, client_id: id }, onSave }: MatterClientProps) {
  const [isEditing, setEditing] = useState(false)
  const [move, setMove] = useState<Move>()
  const mayReadInvoices = useCan()('invoices:read')
  const { client, isLoading } = useNames({ clients: [id, move?.to ?? null] })
  const nameOf = (one: number | null) => (one === null ? null : (client(one) ?? `#${one}`))

  const save = (to: number | null) => {
    setMove(undefined)
    setEditing(to === null)
    void onSave?.({ client_id: to }).catch(toastError)
  }
  async function choose(to: number | null) {
    if (to === id) return setEditing(false)
    const [{ entries, hours, expenses, amount }, drafts] = await Promise.all([
      call('GET /unbilled', { query: { case_id: matterId } }),
      mayReadInvoices ? countDrafts(matterId) : 0,
    ])
    if (entries + expenses + drafts === 0) save(to)
    else setMove({ to, hours, expenses, amount, drafts })
  }
  function cancel() {
    setMove(undefined)
    setEditing(false)
  }
  if (!isEditing || !onSave)
    return <ClientLink id={id} name={nameOf(id)} onEdit={onSave && !isLoading && (() => setEditing(true))} />
  return (
    <>
      <RecordPicker
        kind="client"
        aria-label="Client"
        value={id}
        onChange={(next) => void choose(next).catch(toastError)}
      />
      <ConfirmDialog
        open={move !== undefined}
        onClose={cancel}
        title={move?.to == null ? 'Remove the client from this matter?' : `Move this matter to ${nameOf(move.to)}?`}
        action={
          move && move.hours + move.expenses + move.amount === 0 ? 'Move matter' : 'Move matter and unbilled work'
        }
        tone="primary"
        onConfirm={() => move && save(move.to)}
      >
        {move && moveText(move, nameOf(move.to))}
        {move && move.drafts > 0 && ` ${draftText(move.drafts, nameOf(id))}`}
      </ConfirmDialog>
    </>
  )
}

interface ClientLinkProps {
  readonly id: number | null
  readonly name: string | null
  readonly onEdit: (() => void) | false | undefined
}

function ClientLink({ id, name, onEdit }: ClientLinkProps) {
  return (
    // As high as with the button, which appears after the name.
    <span className="flex min-h-4.5 items-center gap-2">
      {name === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Link to="/clients/$id" params={{ id: String(id) }} className="link min-w-0 truncate">
          {name}
        </Link>
      )}
      {onEdit && (
        <IconButton
          label="Edit client"
          icon={<Pencil className="size-3.5" />}
          className="-my-1.5 size-7"
          onClick={onEdit}
        />
      )}
    </span>
  )
}

/** The drafts of a matter, at most ten. */
async function countDrafts(matterId: number): Promise<number> {
  const { data } = await call('GET /invoices', { query: { case_id: String(matterId), status: 'draft', limit: 10 } })
  return data.length
}

/** Drafts keep their client, also with lines of a matter that moves. */
function draftText(drafts: number, name: string | null): string {
  const [they, them] =
    drafts === 1
      ? ['A draft invoice of this matter stays', 'it']
      : [`${drafts} draft invoices of this matter stay`, 'them']
  return `${they} with ${name ?? 'no client'}. Delete ${them} first to bill the work to the new client.`
}

function moveText({ hours, expenses, amount }: Move, name: string | null): string {
  if (hours + expenses + amount === 0) return 'Billed work stays with the client that was billed.'
  const spent = expenses === 0 ? '' : ` and ${expenses === 1 ? '1 expense' : `${formatCount(expenses)} expenses`}`
  const work = `Unbilled work of ${formatMoney(amount)} (${formatHours(hours)}${spent})`
  const kept = 'Billed work stays with the client that was billed.'
  return name === null ? `${work} will have no client. ${kept}` : `${work} will be billed to ${name}. ${kept}`
}

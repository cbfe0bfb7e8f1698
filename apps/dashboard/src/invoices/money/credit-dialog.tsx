import { useForm } from 'react-hook-form'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { TextField, TextInput } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { typed } from '../invoice.ts'
import type { Invoice, InvoiceLine } from '../invoice.ts'

interface CreditDialogProps {
  readonly invoice: Invoice
  readonly lines: readonly InvoiceLine[]
  readonly onClose: () => void
}

interface Values {
  reason: string
  frees_time: boolean
  lines: { net: string }[]
}

/** A credit note to an invoice: all of it, unless amounts are written. */
export function CreditDialog({ invoice, lines, onClose }: CreditDialogProps) {
  const form = useForm<Values>({
    defaultValues: { reason: '', frees_time: false, lines: lines.map(() => ({ net: '' })) },
  })
  const said = form.watch('lines')
  const isWhole = said.every(({ net }) => net.trim() === '')
  const save = useFormAction(
    form,
    'POST /invoices/{id}/credit-notes',
    ({ reason, frees_time, lines }) => {
      const parts = lines.flatMap(({ net }, line) => {
        const amount = numberAsTyped(net, `lines[${line}].net`)
        return amount === null || amount === 0 ? [] : [{ line, net: amount }]
      })
      return {
        params: { id: invoice.invoice_id },
        body: {
          reason: reason.trim() || null,
          ...(parts.length > 0 ? { lines: parts } : { frees_time }),
        },
      }
    },
    {
      onDone: ({ data }) => {
        toast(`Credit note ${data.number} issued`)
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Credit note to ${invoice.invoice_number}`}
      description="What is still owed becomes less; what was paid already is the client’s credit. It cannot be taken back."
    >
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <TextField label="Reason" optional {...field('reason')} />
        {lines.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-table font-medium">Credited, without tax</legend>
            <p className="text-meta text-muted">All of it, unless you write amounts.</p>
            {lines.map((line, at) => (
              <div key={line.id} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 text-table">
                <span className="truncate">{line.description}</span>
                <TextInput
                  aria-label={`Credited of line ${at + 1}`}
                  inputMode="decimal"
                  className="text-right tabular-nums"
                  placeholder={isWhole ? typed(line.net) : '0'}
                  {...form.register(`lines.${at}.net`)}
                />
              </div>
            ))}
          </fieldset>
        )}
        {isWhole && lines.some(({ time_entry_id: time, expense_id: expense }) => time !== null || expense !== null) && (
          <CheckboxField label="The time on it waits to be billed again" {...form.register('frees_time')} />
        )}
        <FormActions {...save} action="Issue credit note" onCancel={onClose} />
      </form>
    </Dialog>
  )
}

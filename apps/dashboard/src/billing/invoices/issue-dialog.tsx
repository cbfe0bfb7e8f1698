import { isDay } from '@matterbase/schemas/reading'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday, formatDate, formatExactMoney } from '../../components/values/formats.ts'
import { environment } from '../../environment.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import type { Invoice, InvoiceContent, InvoiceLine } from './invoice.ts'
import { useIssueDate } from './use-issue-date.ts'

interface IssueDialogProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly onClose: () => void
}

/** Issues a draft with a number and dates. */
export function IssueDialog({ invoice, content, onClose }: IssueDialogProps) {
  const { currency, data: lines } = content
  const { form, save } = useIssueForm(invoice, onClose)
  const field = fieldOf(form)
  const issued = form.watch('issue_date')
  const query = { issue_date: issued || dayFromToday() }
  const next = useCall('GET /invoices/next-number', { query }, { keep: false }).data
  const issueDate = useIssueDate({
    issueDate: field('issue_date'),
    dates: () => form.getValues(['issue_date', 'due_date']),
    setDueDate: (day) => form.setValue('due_date', day),
  })
  useShortcuts([{ keys: '⌘Enter', scope: 'This page', label: 'Issue invoice', run: () => save.onSubmit() }])
  const total = formatExactMoney(invoice.total_amount, currency)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Issue this invoice for ${total}?`}
      description="It gets the next number and can no longer be edited."
    >
      <Form of={save}>
        <TextField label="Number" placeholder={next?.invoice_number} {...field('invoice_number')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField label="Issued" {...issueDate} />
          <DayField label="Due" missingYear="next" {...field('due_date')} />
        </div>
        <PrintWarnings invoice={invoice} />
        {issueWarnings({ issued, lines, next }).map((warning) => (
          <p key={warning} role="status" className="text-table text-warn">
            {warning}
          </p>
        ))}
        <FormActions {...save} action={`Issue invoice for ${total}`} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

function useIssueForm(invoice: Invoice, onClose: () => void) {
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const form = useForm({
    defaultValues: {
      invoice_number: '',
      issue_date: invoice.issue_date ?? dayFromToday(),
      due_date: invoice.due_date ?? dayFromToday(paymentDays),
    },
  })
  const save = useFormAction(
    form,
    'POST /invoices/{id}/issue',
    ({ invoice_number: number, issue_date, due_date }) => ({
      params: { id: invoice.invoice_id },
      body: {
        ...(number.trim() && { invoice_number: number.trim() }),
        issue_date: issue_date || null,
        due_date: due_date || null,
      },
    }),
    {
      onDone: ({ data }) => {
        toast(`Invoice ${data.invoice_number} issued`)
        onClose()
      },
    },
  )
  return { form, save }
}

interface Issuing {
  /** The typed issue date. */
  readonly issued: string
  readonly lines: readonly Pick<InvoiceLine, 'worked_on'>[]
  readonly next: Answer<'GET /invoices/next-number'> | undefined
}

/** Warnings about the issue date. ISO days sort like the days themselves. */
function issueWarnings({ issued, lines, next }: Issuing): string[] {
  if (!isDay(issued)) return []
  const { invoice_number: number = '', keeps_year: keepsYear = false, previous = null } = next ?? {}
  const later = lines.flatMap(({ worked_on: day }) => (day !== null && day > issued ? [day] : [])).toSorted()
  const last = later.at(-1)
  const count = later.length === 1 ? '1 line is' : `${later.length} lines are`
  return [
    ...(previous !== null && issued < previous.issue_date
      ? [`The previous invoice, ${previous.invoice_number}, has a later date: ${formatDate(previous.issue_date)}.`]
      : []),
    ...(keepsYear
      ? [
          `The year in the number ${number} does not follow the issue date. Enter a number of the new year if you use one.`,
        ]
      : []),
    ...(last === undefined ? [] : [`${count} for work after the issue date, the last on ${formatDate(last)}.`]),
  ]
}

/** Lists details that the invoice lacks, and letters that its PDF cannot print. */
function PrintWarnings({ invoice: { invoice_id: id, client_user_id: client } }: { readonly invoice: Invoice }) {
  const { unknown_letters: letters = [], problems = [] } =
    useCall('GET /invoices/{id}/print-check', { params: { id } }).data ?? {}
  return (
    <>
      {problems.map(({ place, message }) => (
        <p key={message} role="status" className="text-table text-warn">
          {message}{' '}
          {place === 'client' && client !== null && (
            <Link to="/clients/$id" params={{ id: String(client) }} search={{ tab: 'billing' }} className="link">
              Billing details
            </Link>
          )}
          {place === 'firm' && (
            <Link to="/settings/firm" className="link">
              Firm
            </Link>
          )}
        </p>
      ))}
      {letters.length > 0 && (
        <p role="alert" className="text-table text-bad">
          The PDF cannot show these characters and prints � instead: <span dir="auto">{letters.join(' ')}</span>
        </p>
      )}
    </>
  )
}

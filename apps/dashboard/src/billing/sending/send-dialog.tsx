import { Paperclip } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { Answer } from '../../api/contract.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { titled } from '../../components/values/formats.ts'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'

interface SendDialogProps {
  readonly invoice: Invoice
  readonly sending: Answer<'GET /invoices/{id}/sending'>
  /** Sends this credit note of the invoice instead. */
  readonly creditNote?: CreditNote | undefined
  readonly onClose: () => void
  /** Copies the link if the server cannot send email. */
  readonly onCopy: () => void
}

/** Sends an invoice or a credit note by email, with a preview of the message. */
export function SendDialog(props: SendDialogProps) {
  const { invoice, sending, creditNote, onClose } = props
  const name = creditNote ? `credit note ${creditNote.number}` : `invoice ${invoice.invoice_number}`
  return (
    <Dialog open onClose={onClose} size={sending.can_mail ? 'lg' : 'sm'} title={`Send ${name}`}>
      {sending.can_mail ? <MessageForm {...props} name={name} /> : <NoEmail {...props} />}
    </Dialog>
  )
}

function NoEmail({ onCopy, onClose }: SendDialogProps) {
  return (
    <>
      <p className="text-table">
        Email is not set up. Ask your administrator to set it up. Until then, copy the link to the invoice and send it
        yourself.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          tone="primary"
          onClick={() => {
            onCopy()
            onClose()
          }}
        >
          Copy link
        </Button>
      </DialogActions>
    </>
  )
}

function MessageForm({ invoice, sending, creditNote, onClose, name }: SendDialogProps & { readonly name: string }) {
  const { proposed, mails } = sending
  const form = useForm({
    defaultValues: {
      to: (mails[0]?.recipients ?? proposed.recipients).join(', '),
      subject: proposed.subject,
      message: proposed.message,
      attach_pdf: true,
    },
  })
  const save = useFormAction(
    form,
    'POST /invoices/{id}/mails',
    ({ to, ...letter }, attempt) => ({
      params: { id: invoice.invoice_id },
      body: {
        key: attempt.uuid(),
        recipients: to.split(/[\s,;]+/).filter(Boolean),
        ...letter,
        ...(creditNote && { credit_note: creditNote.id }),
      },
    }),
    {
      onDone: () => {
        toast(`Sending ${name}`)
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  return (
    <Form of={save}>
      <div className="grid gap-5 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextField label="To" inputMode="email" hint="Up to 10 addresses, separated by commas." {...field('to')} />
          <TextField label="Subject" {...field('subject')} />
          <TextareaField label="Message" rows={8} {...field('message')} />
          <CheckboxField label={`Attach ${name} as a PDF`} {...form.register('attach_pdf')} />
        </div>
        <Preview {...form.watch()} from={proposed.from_name} name={name} />
      </div>
      <FormActions {...save} action="Send" onCancel={onClose} />
    </Form>
  )
}

interface PreviewProps {
  readonly from: string
  readonly subject: string
  readonly message: string
  readonly attach_pdf: boolean
  readonly name: string
}

function Preview({ from, subject, message, attach_pdf: isAttached, name }: PreviewProps) {
  return (
    <section
      aria-label="Preview of the message"
      className="min-w-0 rounded-lg border border-line bg-subtle p-4 text-table"
    >
      <p className="text-meta text-muted">From {from}</p>
      <p className="mb-3 font-semibold wrap-break-word">{subject}</p>
      <p className="wrap-break-word whitespace-pre-wrap">{message}</p>
      <p className="mt-3 text-accent underline">Link to the invoice, valid for 90 days</p>
      {isAttached && (
        <p className="mt-3 flex items-center gap-1.5">
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
          {titled(name)} (PDF)
        </p>
      )}
    </section>
  )
}

import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Answer } from '../../api/contract.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import type { Invoice } from '../invoice.ts'

interface SendDialogProps {
  readonly invoice: Invoice
  readonly sending: Answer<'GET /invoices/{id}/sending'>
  readonly onClose: () => void
  /** What can be done where no e-mail is sent. */
  readonly onCopy: () => void
}

/** Who gets the invoice by e-mail, with which words; beside it what the client will see. */
export function SendDialog({ invoice, sending, onClose, onCopy }: SendDialogProps) {
  const { can_mail: canMail, proposed, mails } = sending
  // Sent twice, the message goes out once.
  const [key] = useState(() => crypto.randomUUID())
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
    ({ to, ...letter }) => ({
      params: { id: invoice.invoice_id },
      body: { key, recipients: to.split(/[\s,;]+/).filter(Boolean), ...letter },
    }),
    {
      onDone: () => {
        toast('On its way')
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  const { subject, message, attach_pdf: isAttached } = form.watch()
  const title = `Send invoice ${invoice.invoice_number}`
  if (!canMail)
    return (
      <Dialog open onClose={onClose} size="sm" title={title}>
        <p className="text-table">
          This server sends no e-mail yet: whoever runs it gives it a mail server with <code>SMTP_URL</code> and{' '}
          <code>MAIL_FROM</code>. Until then, copy the link to the invoice and send it yourself.
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
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} size="lg" title={title}>
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <div className="grid gap-5 md:grid-cols-2">
          <div className="flex flex-col gap-4">
            <TextField label="To" inputMode="email" hint="At most 10 addresses, with commas." {...field('to')} />
            <TextField label="Subject" {...field('subject')} />
            <TextareaField label="Message" rows={8} {...field('message')} />
            <CheckboxField label="Attach the invoice as a PDF" {...form.register('attach_pdf')} />
          </div>
          <section
            aria-label="What the client sees"
            className="min-w-0 rounded-lg border border-line bg-subtle p-4 text-table"
          >
            <p className="text-meta text-muted">From {proposed.from_name}</p>
            <p className="mb-3 font-semibold wrap-break-word">{subject}</p>
            <p className="wrap-break-word whitespace-pre-wrap">{message}</p>
            <p className="mt-3 text-accent underline">The link to the invoice, good for 90 days</p>
            {isAttached && (
              <p className="mt-3 flex items-center gap-1.5">
                <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
                Invoice {invoice.invoice_number} (PDF)
              </p>
            )}
          </section>
        </div>
        <FormActions {...save} action="Send" onCancel={onClose} />
      </form>
    </Dialog>
  )
}

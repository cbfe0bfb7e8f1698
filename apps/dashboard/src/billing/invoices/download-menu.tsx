import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { isCallError } from '../../api/call-error.ts'
import type { FieldFault } from '../../api/call-error.ts'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { environment } from '../../environment.ts'
import type { Invoice } from './invoice.ts'

const MissingDialog = lazyPart(() => import('./missing-dialog.tsx'), 'MissingDialog')

const files = [
  { label: 'PDF', format: 'pdf', ending: '.pdf' },
  { label: 'Factur-X', format: 'factur-x', ending: '-factur-x.pdf' },
  { label: 'XRechnung', format: 'xrechnung', ending: '-xrechnung.xml' },
  { label: 'LEDES 1998B', format: 'ledes1998b', ending: '-ledes.txt' },
] as const

type InvoiceFile = (typeof files)[number]

interface DownloadMenuProps {
  readonly invoice: Invoice
  /** Downloads the files of a credit note instead. LEDES 1998B does not support credit notes. */
  readonly creditNote?: { readonly id: number; readonly number: string }
}

/** Downloads the files of an invoice or a credit note, and lists missing details. */
export function DownloadMenu({ invoice, creditNote }: DownloadMenuProps) {
  const { invoice_id: id, invoice_number: number } = invoice
  const of = creditNote
    ? { path: `credit-notes/${creditNote.id}`, name: `credit-note-${creditNote.number}` }
    : { path: `invoices/${id}`, name: `invoice-${number || id}` }
  const [missing, setMissing] = useState<{ readonly of: string; readonly faults: readonly FieldFault[] }>()
  const download = useMutation({
    mutationFn: ({ format, ending }: InvoiceFile) =>
      saveFile('GET', `/dash/v1/${environment}/${of.path}/file?format=${format}`, `${of.name}${ending}`),
    networkMode: 'always',
    onError: (error, { label }) => {
      if (isCallError(error, 'missing_data') && error.details.length > 0)
        setMissing({ of: label, faults: error.details })
      else toastError(error)
    },
  })
  return (
    <>
      <Menu
        trigger={
          creditNote ? (
            <Button
              size="sm"
              tone="quiet"
              className="print:hidden"
              isBusy={download.isPending}
              aria-label={`Download credit note ${creditNote.number}`}
            >
              Download
            </Button>
          ) : (
            <Button icon={<Download className="size-3.5" />} isBusy={download.isPending}>
              Download
            </Button>
          )
        }
        items={files
          .filter(({ format }) => !creditNote || format !== 'ledes1998b')
          .map((file) => ({ label: file.label, onSelect: () => download.mutate(file) }))}
      />
      <WhenOpen open={missing !== undefined}>
        {missing && <MissingDialog invoice={invoice} {...missing} onClose={() => setMissing(undefined)} />}
      </WhenOpen>
    </>
  )
}

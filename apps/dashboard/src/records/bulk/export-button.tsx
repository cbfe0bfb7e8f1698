import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import type { Resource } from '../resource.ts'
import { exportCsv } from './bulk.ts'
import type { Filters } from './bulk.ts'

interface ExportButtonProps {
  readonly path: Resource['path'] | 'invoices'
  readonly filters: Filters
  /** Default "Export CSV". */
  readonly label?: string
  /** Default: for the firm's spreadsheet. */
  readonly format?: 'spreadsheet' | 'plain'
}

/** Downloads all records that match the filters. */
export function ExportButton({ path, filters, label = 'Export CSV', format }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    exportCsv(path, filters, undefined, format)
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Button icon={<Download className="size-3.5" />} isBusy={isBusy} onClick={download}>
      {label}
    </Button>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { isCallError } from '../../api/call-error.ts'
import type { FieldFault } from '../../api/call-error.ts'
import { firmFormat } from '../../api/firm-format.ts'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../components/buttons/button.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { environment } from '../../environment.ts'
import type { Period } from './period.ts'

const MissingList = lazyPart(() => import('./missing-list.tsx'), 'MissingList')

interface ExportButtonsProps {
  readonly period: Period
  /** True if the period has entries in other currencies than EUR, which a DATEV file cannot have. */
  readonly hasOthers: boolean
}

const nameOf = (format: 'datev' | 'csv', { from, to }: Period) =>
  `${format === 'datev' ? 'EXTF_Buchungsstapel' : 'journal'}_${from}_${to}.csv`

/** Downloads the journal, and lists what a DATEV file still needs. */
export function ExportButtons({ period, hasOthers }: ExportButtonsProps) {
  const [missing, setMissing] = useState<readonly FieldFault[]>()
  const download = useMutation({
    mutationFn: (format: 'datev' | 'csv') => {
      const query = new URLSearchParams({ from_date: period.from, to_date: period.to, format })
      if (format === 'datev' && hasOthers) query.set('currency', 'EUR')
      // For the spreadsheet of an accountant in the country of the firm.
      if (format === 'csv') query.set('locale', firmFormat().locale)
      return saveFile('GET', `/dash/v1/${environment}/accounting/journal?${query}`, nameOf(format, period))
    },
    networkMode: 'always',
    onError: (error) => {
      if (isCallError(error, 'missing_data') && error.details.length > 0) setMissing(error.details)
      else toastError(error)
    },
  })
  const button = (format: 'datev' | 'csv', label: string) => (
    <Button
      icon={<Download className="size-3.5" />}
      isBusy={download.isPending && download.variables === format}
      onClick={() => download.mutate(format)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {button('datev', 'DATEV file')}
      {button('csv', 'CSV journal')}
      <WhenOpen open={missing !== undefined}>
        {missing && <MissingList faults={missing} onClose={() => setMissing(undefined)} />}
      </WhenOpen>
    </div>
  )
}

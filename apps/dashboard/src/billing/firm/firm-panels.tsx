import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Tabs } from '../../components/page/tabs.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { RatesPanel } from '../rates/rates-panel.tsx'
import { TimekeepersPanel } from '../rates/timekeepers-panel.tsx'
import { TaxesPanel } from '../taxes/taxes-panel.tsx'
import { DetailsPanel, DocumentsPanel, IncrementPanel, PaymentPanel } from './detail-panels.tsx'
import { firmSearch } from './firm-search.ts'
import type { FirmTab } from './firm-search.ts'
import type { FirmValues } from './firm-values.ts'
import { FormatPanel } from './format-panel.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { MatterNumbersPanel } from './matter-numbers-panel.tsx'

interface FirmPanelsProps {
  readonly form: UseFormReturn<FirmValues>
  readonly logo: string | null
}

const column = 'flex flex-col gap-4'

/** The tabs of the firm's settings. A tab with an error opens when the form is refused. */
export function FirmPanels({ form, logo }: FirmPanelsProps) {
  const { search, setSearch } = useSearchParams(firmSearch)
  const tab = search.section ?? (search.new ? 'rates' : 'letterhead')
  const { errors, submitCount } = form.formState
  const shownFor = useRef(submitCount)
  useEffect(() => {
    const faulty = Object.keys(errors)
      .filter((name) => name !== 'root')
      .map(tabOf)
    const [first] = faulty
    if (first === undefined || shownFor.current === submitCount) return
    shownFor.current = submitCount
    if (!faulty.includes(tab)) setSearch({ section: first })
  }, [errors, submitCount, tab, setSearch])
  return (
    <Tabs
      label="Firm"
      value={tab}
      onChange={(next) => setSearch({ section: next, new: undefined })}
      tabs={[
        {
          id: 'letterhead',
          label: 'Letterhead',
          content: (
            <div className={column}>
              <LogoPanel logo={logo} />
              <DetailsPanel form={form} />
              <DocumentsPanel form={form} />
            </div>
          ),
        },
        { id: 'bank', label: 'Bank', content: <PaymentPanel form={form} /> },
        { id: 'tax', label: 'Tax', content: <TaxesPanel form={form} /> },
        {
          id: 'rates',
          label: 'Rates',
          content: (
            <div className={column}>
              <RatesPanel />
              <IncrementPanel form={form} />
              <TimekeepersPanel form={form} />
            </div>
          ),
        },
        {
          id: 'numbers',
          label: 'Numbers',
          content: (
            <div className={column}>
              <FormatPanel form={form} />
              <MatterNumbersPanel form={form} />
            </div>
          ),
        },
      ]}
    />
  )
}

const fieldsOfTabs: Readonly<Partial<Record<FirmTab, readonly string[]>>> = {
  bank: ['iban', 'bic', 'account_holder', 'bank_name', 'payment_days', 'reminder_days', 'invoice_note'],
  tax: ['data'],
  rates: ['increment_minutes', 'timekeepers'],
  numbers: ['currency', 'time_zone', 'locale', 'pattern'],
}

const tabOf = (field: string) =>
  Object.entries(fieldsOfTabs).find(([, fields]) => fields.includes(field))?.[0] ?? 'letterhead'

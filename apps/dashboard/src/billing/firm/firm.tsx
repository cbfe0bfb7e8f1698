import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { FirmForm } from './firm-form.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { RatesPanel } from '../rates/rates-panel.tsx'
import { TaxesPanel } from '../taxes/taxes-panel.tsx'
import { TimekeepersPanel } from '../rates/timekeepers-panel.tsx'

/** Who bills, and how the firm writes. */
export function FirmSettings() {
  const firm = useCall('GET /firm', {})
  return (
    <>
      <PageHeader
        title="Firm"
        description="Your details on invoices, and the formats of numbers, amounts and dates. Changes do not affect invoices that are already issued."
      />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Loaded query={firm}>
          {({ data }) => (
            <>
              <LogoPanel logo={data.logo} />
              <FirmForm firm={data} />
              <TaxesPanel />
              <RatesPanel />
              <TimekeepersPanel />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

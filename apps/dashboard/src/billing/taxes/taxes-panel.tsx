import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { TaxesForm } from './taxes-form.tsx'

/** The taxes that invoice lines can have. */
export function TaxesPanel() {
  const taxes = useCall('GET /tax-rates', {})
  return (
    <Panel
      title="Taxes"
      description="The first tax is the default for new invoice lines. If you add none, invoices do not mention tax."
    >
      <Loaded query={taxes} lines={2}>
        {({ data }) => <TaxesForm taxes={data} />}
      </Loaded>
    </Panel>
  )
}

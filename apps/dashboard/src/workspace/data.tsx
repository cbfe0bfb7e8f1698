import { useState } from 'react'
import { useCan } from '../api/session.ts'
import { SelectField } from '../components/forms/select-field.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Panel } from '../components/page/panel.tsx'
import { ExportButton } from '../records/bulk/export-button.tsx'
import { resources } from '../records/resource.ts'
import { ImportPanel } from '../records/import/import-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'

/** Export and import of lists as CSV, how long documents are kept, and what is stored. */
export function DataSettings() {
  const can = useCan()
  const [format, setFormat] = useState<'spreadsheet' | 'plain'>('spreadsheet')
  return (
    <>
      <PageHeader title="Data" />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Panel
          title="Export"
          description="Download all records as CSV. You can import both formats again. To export only some records, filter a list and export it there. Each export is recorded in the audit log."
        >
          <SelectField
            className="mb-3 max-w-80"
            label="Format"
            options={[
              { value: 'spreadsheet', label: 'For your spreadsheet' },
              { value: 'plain', label: 'For other programs' },
            ]}
            value={format}
            onChange={(event) => setFormat(event.target.value === 'plain' ? 'plain' : 'spreadsheet')}
          />
          <div className="flex flex-wrap gap-2">
            {resources.map(
              ({ path, label, read }) =>
                can(read) && <ExportButton key={path} path={path} filters={{}} label={label} format={format} />,
            )}
            {can('invoices:read') && <ExportButton path="invoices" filters={{}} label="Invoices" format={format} />}
          </div>
        </Panel>
        {resources.some(({ write }) => can(write)) && <ImportPanel />}
        {can('settings:write') && (
          <>
            <RetentionPanel />
            <StoragePanel />
          </>
        )}
      </div>
    </>
  )
}

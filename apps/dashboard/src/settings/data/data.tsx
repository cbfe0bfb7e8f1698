import { useCan } from '../../api/session.ts'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { ExportButton } from '../../records/bulk/export-button.tsx'
import { resources } from '../../records/resource.ts'
import { ImportPanel } from './import-panel.tsx'

/** Export and import of lists as CSV. */
export function DataSettings() {
  const can = useCan()
  return (
    <>
      <PageHeader title="Import and export" />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Panel
          title="Export"
          description="Everything, as CSV in UTF-8. Lists export what their filters leave. Each export is noted in the audit log."
        >
          <div className="flex flex-wrap gap-2">
            {resources.map(
              ({ path, label, read }) =>
                can(read) && <ExportButton key={path} path={path} filters={{}} label={label} />,
            )}
            {can('invoices:read') && <ExportButton path="invoices" filters={{}} label="Invoices" />}
          </div>
        </Panel>
        {resources.some(({ write }) => can(write)) && <ImportPanel />}
      </div>
    </>
  )
}

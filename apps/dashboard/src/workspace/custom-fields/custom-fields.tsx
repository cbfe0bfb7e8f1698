import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Tabs } from '../../components/page/tabs.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { EditFieldForm, NewFieldForm } from './field-form.tsx'
import { fieldSearch } from './field-search.ts'
import { FieldTable } from './field-table.tsx'
import { resourceNames, resources } from './field-types.ts'
import { ArchivedFields, DeletedFields } from './hidden-fields.tsx'

// Loaded when it opens, because only the preview needs the search for matters.
const FieldPreview = lazyPart(() => import('./field-preview.tsx'), 'FieldPreview')

/** The fields that the firm adds to its records. */
export function CustomFieldSettings() {
  const listed = useCall('GET /custom-fields', { query: { include_archived: true } })
  const deleted = useCall('GET /deleted-custom-fields', {})
  const { search, setSearch } = useSearchParams(fieldSearch)
  const tab = search.tab ?? 'matters'
  const close = () => setSearch({ new: undefined, field: undefined })
  const all = listed.data?.data ?? []
  const edited = all.find(({ id }) => String(id) === search.field)
  const own = [...all, ...(deleted.data?.data ?? [])].filter(({ resource }) => resource === tab)
  const filters = all.filter((field) => field.resource === tab && field.is_filterable && field.archived_at === null)
  return (
    <>
      <PageHeader
        title="Custom fields"
        description="Your own fields on matters, clients and leads. The live and the test workspace have separate fields."
        actions={<NewButton onClick={() => setSearch({ new: '1' })}>New field</NewButton>}
      />
      <Loaded query={listed}>
        {({ data }) => (
          <Tabs
            label="Records"
            value={tab}
            onChange={(next) => setSearch({ tab: next })}
            tabs={resources.map((resource) => {
              const fields = data.filter((field) => field.resource === resource)
              return {
                id: resource,
                label: resourceNames[resource].label,
                count: fields.filter(isActive).length,
                content: (
                  <Fields
                    resource={resource}
                    fields={fields}
                    deleted={(deleted.data?.data ?? []).filter((field) => field.resource === resource)}
                    onNew={() => setSearch({ new: '1' })}
                    onEdit={({ id }) => setSearch({ field: String(id) })}
                  />
                ),
              }
            })}
          />
        )}
      </Loaded>
      <Dialog
        open={search.new !== undefined && listed.data !== undefined}
        onClose={close}
        title={`New field for ${resourceNames[tab].many}`}
      >
        <NewFieldForm resource={tab} all={own} filters={filters} onClose={close} />
      </Dialog>
      <Dialog open={edited !== undefined} onClose={close} title={edited && `Edit “${edited.label}”`}>
        {edited && <EditFieldForm key={edited.id} field={edited} all={own} filters={filters} onClose={close} />}
      </Dialog>
    </>
  )
}

const isActive = ({ archived_at: archivedAt }: CustomFieldDefinition) => archivedAt === null

interface FieldsProps {
  readonly resource: CustomFieldResource
  readonly fields: readonly CustomFieldDefinition[]
  readonly deleted: readonly CustomFieldDefinition[]
  readonly onNew: () => void
  readonly onEdit: (field: CustomFieldDefinition) => void
}

/** The fields of one kind of record. */
function Fields({ resource, fields, deleted, onNew, onEdit }: FieldsProps) {
  const [isPreviewed, setPreviewed] = useState(false)
  const active = fields.filter(isActive)
  const { many } = resourceNames[resource]
  return (
    <div className="flex flex-col gap-4">
      {active.length === 0 ? (
        <EmptyState
          action={
            <NewButton tone="secondary" onClick={onNew}>
              New field
            </NewButton>
          }
        >
          No custom fields for {many} yet. {examples[resource]}
        </EmptyState>
      ) : (
        <>
          <FieldTable {...{ resource, onEdit }} fields={active} />
          <div>
            <Button size="sm" onClick={() => setPreviewed(true)}>
              Preview form
            </Button>
          </div>
        </>
      )}
      <ArchivedFields fields={fields.filter((field) => !isActive(field))} onEdit={onEdit} />
      <DeletedFields fields={deleted} />
      <WhenOpen open={isPreviewed}>
        <FieldPreview open={isPreviewed} fields={active} onClose={() => setPreviewed(false)} />
      </WhenOpen>
    </div>
  )
}

const examples = {
  matters: 'Add the facts that your firm needs for each matter, such as the judge or the date of the hearing.',
  clients: 'Add the facts that your firm needs for each client, such as the preferred language.',
  leads: 'Add the facts that your firm needs for each lead, such as the insurance of the person.',
} as const satisfies Readonly<Record<CustomFieldResource, string>>

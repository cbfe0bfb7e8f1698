import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { CustomFieldValue } from './custom-field-value.tsx'
import { editable } from './editable.ts'
import type { EditableRecord } from './editable.ts'
import { groupsOf } from './field-groups.ts'
import { isActive, useCustomFields } from './use-custom-fields.ts'
import { useValueNames, valuesOf } from './value-text.ts'

const EditCustomFields = lazyPart(() => import('./edit-custom-fields.tsx'), 'EditCustomFields')

/** The values of the custom fields of a record, with a form to change them. Nothing in a workspace without fields. */
export function CustomFieldsPanel({ of }: { readonly of: EditableRecord }) {
  const fields = useCustomFields(of.resource)
  const values = valuesOf(of.record)
  const active = fields?.filter(isActive) ?? []
  const filled = fields?.filter(({ key }) => values[key] !== undefined) ?? []
  const mayWrite = useCan()(editable[of.resource].write)
  const [isEditing, setEditing] = useState(false)
  if (active.length === 0 && filled.length === 0) return null
  const close = () => setEditing(false)
  return (
    <Panel
      title="Custom fields"
      actions={
        mayWrite &&
        active.length > 0 && (
          <Button size="sm" aria-label="Edit custom fields" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {filled.length === 0 ? (
        <p className="text-table text-muted">No values yet.</p>
      ) : (
        <Values of={of} fields={filled} />
      )}
      <WhenOpen open={isEditing}>{isEditing && <EditCustomFields of={of} fields={active} onClose={close} />}</WhenOpen>
    </Panel>
  )
}

interface ValuesProps {
  readonly of: EditableRecord
  readonly fields: readonly CustomFieldDefinition[]
}

/** The values by group. */
function Values({ of, fields }: ValuesProps) {
  const values = valuesOf(of.record)
  const names = useValueNames(fields, values)
  return (
    <div className="flex flex-col gap-4">
      {groupsOf(fields).map(([group, ofGroup]) => (
        <section key={group ?? ''} aria-label={group ?? undefined}>
          {group !== null && <h3 className="mb-2 text-table font-semibold">{group}</h3>}
          <Facts
            facts={ofGroup.map((field) => ({
              id: field.key,
              label: isActive(field) ? field.label : `${field.label} (archived)`,
              value: <CustomFieldValue {...{ field, names }} value={values[field.key]} />,
            }))}
          />
        </section>
      ))}
    </div>
  )
}

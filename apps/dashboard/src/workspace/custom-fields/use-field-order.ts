import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { toastError } from '../../components/overlays/toast.tsx'

/** The fields in the order that the user set, which is saved in the background. */
export function useFieldOrder(resource: CustomFieldResource, fields: readonly CustomFieldDefinition[]) {
  const [order, setOrder] = useState<readonly number[]>()
  const latest = useRef<readonly number[]>(undefined)
  const saving = useRef(Promise.resolve())
  const ordered = order ? fields.toSorted((a, b) => placeIn(order, a) - placeIn(order, b)) : fields

  /** Moves a field one place, and returns its new place. */
  function move(id: number, step: 1 | -1): number | undefined {
    const ids = ordered.map((field) => field.id)
    const from = ids.indexOf(id)
    const to = from + step
    if (from < 0 || to < 0 || to >= ids.length) return undefined
    ids.splice(to, 0, ...ids.splice(from, 1))
    latest.current = ids
    setOrder(ids)
    saving.current = saving.current.then(() => save(ids))
    return to + 1
  }
  async function save(ids: readonly number[]) {
    // A later press has set another order.
    if (latest.current !== ids) return
    try {
      await call('PUT /custom-fields/order', { body: { resource, ids: [...ids] } })
      await refresh(['GET /custom-fields'])
    } catch (error) {
      toastError(error)
    }
    if (latest.current === ids) setOrder(undefined)
  }
  return { ordered, move }
}

/** A field that another member created in the meantime is last. */
function placeIn(order: readonly number[], { id }: CustomFieldDefinition) {
  const place = order.indexOf(id)
  return place < 0 ? order.length : place
}

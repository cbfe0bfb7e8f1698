import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Select } from '../../components/forms/select-field.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Changes, differences } from '../../components/values/changes.tsx'
import type { Delivery } from './delivery.ts'

export interface CompareAttemptsProps {
  readonly endpointId: number
  readonly delivery: Delivery
}

/** The differences between the bodies of two attempts, initially the first and the last. */
export function CompareAttempts({ endpointId, delivery: { id, attempts } }: CompareAttemptsProps) {
  const [ids, setIds] = useState([attempts[0]?.delivery_id ?? '', attempts.at(-1)?.delivery_id ?? ''] as const)
  const options = attempts.map(({ delivery_id: value, attempt }) => ({ value, label: `Attempt ${attempt}` }))
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? ''
  const [first, second] = ids
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-table">
        <Select
          aria-label="Compare"
          className="w-36"
          options={options}
          value={first}
          onChange={({ target }) => setIds([target.value, second])}
        />
        with
        <Select
          aria-label="With"
          className="w-36"
          options={options}
          value={second}
          onChange={({ target }) => setIds([first, target.value])}
        />
      </div>
      <Compared {...{ endpointId, deliveryId: id, ids }} names={[nameOf(first), nameOf(second)]} />
    </div>
  )
}

interface ComparedProps {
  readonly endpointId: number
  readonly deliveryId: number
  readonly ids: readonly [string, string]
  readonly names: readonly [string, string]
}

function Compared({ endpointId: id, deliveryId: delivery, ids, names }: ComparedProps) {
  const key = 'GET /webhooks/{id}/deliveries/{delivery}/attempts/{attempt}'
  const was = useCall(key, { params: { id, delivery, attempt: ids[0] } }, { keep: false })
  const now = useCall(key, { params: { id, delivery, attempt: ids[1] } }, { keep: false })
  return (
    <Loaded query={was} lines={3}>
      {({ data: { body: before } }) => (
        <Loaded query={now} lines={3}>
          {({ data: { body: after } }) => <Differences {...{ before, after, names }} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface DifferencesProps {
  readonly before: string
  readonly after: string
  readonly names: readonly [string, string]
}

function Differences({ before, after, names }: DifferencesProps) {
  const changed = differences(toMembers(before), toMembers(after))
  if (changed.length === 0) return <p className="text-table text-muted">The bodies are the same.</p>
  return (
    <>
      <Changes changed={changed} was={names[0]} now={names[1]} />
      <p className="text-meta text-muted">All other fields of the bodies are the same.</p>
    </>
  )
}

const toMembers = (body: string): Readonly<Record<string, unknown>> => JSON.parse(body)

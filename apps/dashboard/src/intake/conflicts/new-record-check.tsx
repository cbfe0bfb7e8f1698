import { useEffect, useState } from 'react'
import type { CallInput } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import type { CustomInputs } from '../../records/custom-fields/field-inputs.ts'
import { HitGroups } from './hit-groups.tsx'

type Names = CallInput<'POST /conflict-checks'>['body']

/** The pause in typing after which the names are searched. */
const pauseMs = 400

/** The conflict check of a client or matter before it is created: the records that match what is typed so far. */
export function NewRecordCheck({ names }: { readonly names: Names }) {
  const written = useSettled(JSON.stringify(names))
  const body = JSON.parse(written) as Names
  const isNamed = [body.name, body.company, body.email, body.text].some((text) => text?.trim())
  const check = useCall('POST /conflict-checks', { body }, { enabled: isNamed })
  if (!isNamed) return null
  return (
    <section aria-label="Conflict check" className="flex flex-col gap-2 border-t border-line pt-3 text-table">
      <h3 className="font-medium">Conflict check</h3>
      <Loaded query={check} lines={1}>
        {(found) => <HitGroups check={found} />}
      </Loaded>
    </section>
  )
}

/** The typed texts in which names can be, also those of custom fields. Two of them are never read as one name. */
export const textToSearch = (inputs: CustomInputs, ...texts: readonly string[]): string =>
  [...texts, ...Object.values(inputs)].filter((text) => typeof text === 'string' && text.trim() !== '').join('\n/ ')

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

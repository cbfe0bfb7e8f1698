import { useDeferredValue } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { TextField } from '../../components/forms/text-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { FirmValues } from './firm-values.ts'
import { labels } from './firm-labels.ts'

/** The pattern of matter numbers. */
export function MatterNumbersPanel({ form }: { readonly form: UseFormReturn<FirmValues> }) {
  return (
    <Panel
      title="Matter numbers"
      description="New matters get the next number. Matters keep their numbers if you change the pattern."
    >
      <div className="flex max-w-[420px] flex-col gap-4">
        <TextField
          label={labels.pattern}
          placeholder="{yyyy}-{seq:4}"
          hint="{yyyy} or {yy} is the year, {seq:4} the count with four digits, {client} the ID of the client."
          {...fieldOf(form)('pattern')}
        />
        <NextNumber pattern={form.watch('pattern').trim()} />
      </div>
    </Panel>
  )
}

/** The number that the typed pattern gives to the next matter, or why it cannot be used. */
function NextNumber({ pattern }: { readonly pattern: string }) {
  const tried = useDeferredValue(pattern)
  const { data, error } = useCall('GET /matter-numbers', { query: { pattern: tried } }, { enabled: tried !== '' })
  if (tried === '') return <p className="text-meta text-muted">New matters get no number.</p>
  if (error) return <p className="text-meta font-medium text-bad">{error.message}</p>
  return (
    <p className="text-meta text-muted" aria-live="polite">
      Next number: <span className="font-medium">{data?.data.next ?? '…'}</span>
    </p>
  )
}

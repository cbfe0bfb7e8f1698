import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { countDeliveries } from './endpoint.ts'

export interface ReplayDialogProps {
  readonly id: number
  readonly open: boolean
  readonly onClose: () => void
}

const spans = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
] as const

/** Sends the deliveries of a time range again. The button contains their number. */
export function ReplayDialog(props: ReplayDialogProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      size="sm"
      title="Send again"
      description="Deliveries are sent again in the background."
    >
      <ReplayForm {...props} />
    </Dialog>
  )
}

function ReplayForm({ id, onClose }: ReplayDialogProps) {
  const [span, setSpan] = useState(() => spanOf('24'))
  const [status, setStatus] = useState<'failed' | 'all'>('failed')
  const range = { from: span.from, to: span.to }
  const counts = useCall('GET /webhooks/{id}/resend-counts', { params: { id }, query: range }, { keep: false })
  const replay = useAction('POST /webhooks/{id}/replay', {
    onDone: ({ data }) => {
      toast(`Sending ${countDeliveries(data.count)} again`)
      onClose()
    },
  })
  const count = counts.data?.[status]
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        replay.mutate({ params: { id }, body: { ...range, status } })
      }}
    >
      <SelectField
        label="Time range"
        options={spans}
        value={span.hours}
        onChange={(event) => setSpan(spanOf(event.target.value))}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-table font-medium">Which</legend>
        {(['failed', 'all'] as const).map((each) => (
          <CheckboxField
            key={each}
            type="radio"
            name="status"
            checked={status === each}
            onChange={() => setStatus(each)}
            label={each === 'failed' ? 'Failed and blocked deliveries' : 'All deliveries, including delivered ones'}
            hint={counts.data ? countDeliveries(counts.data[each]) : 'Counting…'}
          />
        ))}
      </fieldset>
      <FormActions
        action={count === undefined ? 'Counting…' : `Send ${countDeliveries(count)}`}
        error={replay.error?.message ?? counts.error?.message}
        isBusy={replay.isPending}
        disabled={!count}
        onCancel={onClose}
      />
    </form>
  )
}

/** Fixed when it is chosen, so that the deliveries that are counted are those that are sent. */
function spanOf(hours: string) {
  const now = Date.now()
  return { hours, from: new Date(now - Number(hours) * 3_600_000).toISOString(), to: new Date(now).toISOString() }
}

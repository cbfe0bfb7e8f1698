import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'

type Timekeeper = RecordOf<'GET /timekeepers'>

const classes = [
  { value: 'PT', label: 'Partner' },
  { value: 'AS', label: 'Associate' },
  { value: 'OC', label: 'Of counsel' },
  { value: 'PL', label: 'Paralegal' },
  { value: 'LA', label: 'Legal assistant' },
  { value: 'OT', label: 'Other' },
] as const

const classOf = (text: string) => classes.find(({ value }) => value === text)?.value ?? null

/** The names of the members in LEDES files. */
export function TimekeepersPanel() {
  const timekeepers = useCall('GET /timekeepers', {})
  return (
    <Panel
      title="Timekeepers"
      description="The ID and classification of each member in LEDES files. An ID has at most 20 characters."
    >
      <Loaded query={timekeepers}>
        {({ data }) => (
          <div className="flex flex-col gap-4">
            {data.map((timekeeper) => (
              <TimekeeperForm key={timekeeper.user_id} timekeeper={timekeeper} />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function TimekeeperForm({ timekeeper }: { readonly timekeeper: Timekeeper }) {
  const { user_id: user, name, timekeeper_id: id, classification } = timekeeper
  const form = useForm({ defaultValues: { timekeeper_id: id ?? '', classification: classification ?? '' } })
  const save = useFormAction(
    form,
    'PUT /timekeepers/{user_id}',
    ({ timekeeper_id, classification }) => ({
      params: { user_id: user },
      body: { timekeeper_id, classification: classOf(classification) },
    }),
    { onDone: () => toast('Saved') },
  )
  const field = fieldOf(form)
  return (
    <Form of={save} aria-label={name} className="grid items-end gap-3 sm:grid-cols-[1fr_9rem_11rem_auto]">
      <p className="self-center font-medium wrap-break-word">{name}</p>
      <TextField label="Timekeeper ID" {...field('timekeeper_id')} />
      <SelectField label="Classification" empty="Not set" options={classes} {...field('classification')} />
      <Button type="submit" isBusy={save.isBusy}>
        Save
      </Button>
    </Form>
  )
}

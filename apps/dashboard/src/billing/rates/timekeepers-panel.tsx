import type { UseFormReturn } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { FirmValues } from '../firm/firm-values.ts'
import { classes } from './timekeepers.ts'

/** The names of the members in LEDES files. */
export function TimekeepersPanel({ form }: { readonly form: UseFormReturn<FirmValues> }) {
  const field = fieldOf(form)
  return (
    <Panel
      title="Timekeepers"
      description="The ID and classification of each member in LEDES files. An ID has at most 20 characters."
    >
      <div className="flex flex-col gap-4">
        {form.getValues().timekeepers.map(({ user_id: user, name }, at) => (
          <div key={user} role="group" aria-label={name} className="grid items-end gap-3 sm:grid-cols-[1fr_9rem_11rem]">
            <p className="self-center font-medium wrap-break-word">{name}</p>
            <TextField label="Timekeeper ID" {...field(`timekeepers.${at}.timekeeper_id`)} />
            <SelectField
              label="Classification"
              empty="Not set"
              options={classes}
              {...field(`timekeepers.${at}.classification`)}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

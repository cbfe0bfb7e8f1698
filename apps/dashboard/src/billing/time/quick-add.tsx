import type { TimeLine } from '@matterbase/schemas/reading'
import { Button } from '../../components/buttons/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { RecordPicker } from '../../records/picker/record-picker.tsx'
import { today } from './days.ts'
import type { Day } from './days.ts'
import { useQuickAdd } from './use-quick-add.ts'

interface QuickAddProps {
  /** The day that the time is recorded for. Default: today. */
  readonly day?: Day
  /** Without it, the line can name the matter. */
  readonly matterId?: number
}

/** Records time from one line: `1h 12m Doe call`. */
export function QuickAdd({ day = today(), matterId }: QuickAddProps) {
  const { save, lineField, reading, readings, choose, matter, pick } = useQuickAdd(day, matterId)
  const { error, isBusy } = save
  return (
    <Form of={save} aria-label="Quick entry" className="flex flex-col gap-1">
      <div className="flex flex-wrap gap-2">
        <TextInput
          aria-label="Duration and description of your work"
          aria-invalid={error ? true : undefined}
          aria-describedby="quick-add-help"
          placeholder="1h 12m Doe call"
          {...lineField}
          className={matterId === undefined ? 'min-w-48 flex-1 max-sm:basis-full' : 'min-w-48 flex-1'}
        />
        {matterId === undefined && (
          <span className="w-56 max-sm:flex-1">
            <RecordPicker kind="matter" aria-label="Matter of the new entry" value={matter} onChange={pick} />
          </span>
        )}
        <Button type="submit" isBusy={isBusy}>
          Add
        </Button>
      </div>
      <p
        id="quick-add-help"
        role={error ? 'alert' : undefined}
        className={`min-h-4 text-meta ${error ? 'font-medium text-bad' : 'text-muted'}`}
      >
        {error ?? (reading ? previewOf(reading) : 'Duration first, then the work: 1h 12m Doe call')}
      </p>
      {readings.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {readings.map((each) => (
            <Button key={previewOf(each)} size="sm" onClick={() => choose(each)}>
              {previewOf(each)}
            </Button>
          ))}
        </span>
      )}
    </Form>
  )
}

/** As it will be recorded: `1 h 12 min · Doe call`. */
const previewOf = ({ hours, rest }: TimeLine) => [formatHours(hours), rest].filter(Boolean).join(' · ')

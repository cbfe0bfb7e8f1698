import { useForm } from 'react-hook-form'
import type { RecordOf } from '../api/contract.ts'
import { useCall } from '../api/queries.ts'
import { Button } from '../components/buttons/button.tsx'
import { fieldOf } from '../components/forms/field-of.ts'
import { FormError } from '../components/forms/form-error.tsx'
import { Form } from '../components/forms/form.tsx'
import { NumberField } from '../components/forms/typed/typed-field.tsx'
import { decimalText, numberOf } from '../components/forms/typed/typed-value.ts'
import { useFormWhole } from '../components/forms/use-form-whole.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'
import { Panel } from '../components/page/panel.tsx'
import { isTest } from '../environment.ts'

/** Sets when signed and declined documents of this workspace are deleted. */
export function RetentionPanel() {
  const { data, error, refetch } = useCall('GET /firm', {})
  return (
    <Panel
      title="Document retention"
      description={`Signed and declined documents of the ${isTest ? 'test' : 'live'} workspace are deleted permanently this many years after the signature or the refusal. The sealed record of each signature stays. The audit log keeps the hash of the content, the signer and the time.`}
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        // Drawn before the firm is there, so that nothing below it moves.
        <RetentionForm key={data ? 'loaded' : 'loading'} firm={data?.data} />
      )}
    </Panel>
  )
}

interface RetentionFormProps {
  /** Undefined until it is loaded. */
  readonly firm: Firm | undefined
}

type Firm = RecordOf<'GET /firm'>

// Its form cannot be sent.
const notLoaded = { document_years: null } as Firm

const valuesOf = ({ document_years: years }: Firm) => ({ document_years: decimalText(years) })

function RetentionForm({ firm }: RetentionFormProps) {
  const form = useForm({ defaultValues: valuesOf(firm ?? notLoaded) })
  const save = useFormWhole(form, 'PATCH /firm', {
    seen: firm ?? notLoaded,
    labels: { document_years: 'Delete documents after (years)' },
    valuesOf,
    inputOf: ({ document_years: typed }) => ({ body: { document_years: numberOf(typed) } }),
  })
  return (
    <Form of={save}>
      <NumberField
        label="Delete documents after (years)"
        maxValue={100}
        placeholder="Never"
        hint="Leave empty to keep documents until a member deletes them."
        className="sm:max-w-80"
        {...fieldOf(form)('document_years')}
      />
      <FormError message={save.error} />
      <div>
        <Button type="submit" isBusy={save.isBusy} disabled={!firm}>
          Save
        </Button>
      </div>
    </Form>
  )
}

import { useForm } from 'react-hook-form'
import { useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { Facts, IdText } from '../components/values/facts.tsx'
import { fieldOf } from '../components/forms/field-of.ts'
import { Form } from '../components/forms/form.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Panel } from '../components/page/panel.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { SampleDataCard } from './sample-data-card.tsx'

export function WorkspaceSettings() {
  const { account, public_url } = useSession()
  return (
    <>
      <PageHeader title="Workspace" />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Name />
        <SampleDataCard />
        <details className="rounded-md border border-line bg-raised px-4 py-3 text-table">
          <summary className="font-semibold">For integrators</summary>
          <div className="mt-3">
            <Facts
              facts={[
                { label: 'Base URL', value: <IdText value={`${public_url}/api/v1`} what="base URL" /> },
                { label: 'owner_uuid', value: <IdText value={account.owner_uuid} what="owner_uuid" /> },
              ]}
            />
          </div>
        </details>
      </div>
    </>
  )
}

function Name() {
  const { account } = useSession()
  const form = useForm({ defaultValues: { name: account.name } })
  const save = useFormAction(form, 'PATCH /account', (body) => ({ body }), { onDone: () => toast('Saved') })
  return (
    <Panel title="Account" description="The name that clients see on forms, invoices and documents.">
      <Form of={save} className="flex max-w-[420px] flex-col gap-4">
        <TextField label="Name" autoComplete="organization" {...fieldOf(form)('name')} />
        <FormError message={save.error} />
        <div>
          <Button type="submit" tone="primary" isBusy={save.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

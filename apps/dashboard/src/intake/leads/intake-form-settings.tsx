import { ExternalLink } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Snippet } from '../../components/values/snippet.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { useFormWhole } from '../../components/forms/use-form-whole.ts'

type Form = Answer<'GET /intake-form'>['data']

export function IntakeFormSettings() {
  const got = useCall('GET /intake-form', {}, { keep: false })
  return (
    <>
      <PageHeader
        title="Intake form"
        parent={{ label: 'Leads', link: { to: '/leads' } }}
        description="A public page for new clients. Each person who fills it in becomes a lead."
      />
      <Loaded query={got} lines={6}>
        {({ data: form }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Settings form={form} />
            {form && <Published {...form} />}
          </div>
        )}
      </Loaded>
    </>
  )
}

const valuesOf = (form: Form) => ({
  slug: form?.slug ?? '',
  title: form?.title ?? 'How can we help?',
  introduction: form?.introduction ?? '',
  practice_areas: form?.practice_areas.join('\n') ?? '',
  is_open: form?.is_open ?? true,
})

const labels = {
  slug: 'Address',
  title: 'Title',
  introduction: 'Introduction',
  practice_areas: 'Practice areas',
  is_open: 'Open',
}

function Settings({ form: current }: { readonly form: Form }) {
  const mayManage = useCan()('leads:manage')
  const form = useForm({ defaultValues: valuesOf(current) })
  const field = fieldOf(form)
  const save = useFormWhole(form, 'PUT /intake-form', {
    seen: current,
    labels,
    valuesOf,
    inputOf: ({ practice_areas: areas, ...values }) => ({
      body: {
        ...values,
        practice_areas: areas
          .split('\n')
          .map((area) => area.trim())
          .filter(Boolean),
      },
    }),
    saved: 'Intake form saved',
  })
  return (
    <Panel>
      <Form of={save}>
        <fieldset disabled={!mayManage} className="flex flex-col gap-4">
          <TextField
            label="Address"
            hint="The last part of the page’s address. Use small letters, digits and hyphens, such as smith-law."
            {...field('slug')}
          />
          <TextField label="Title" {...field('title')} />
          <TextareaField label="Introduction" optional {...field('introduction')} />
          <TextareaField
            label="Practice areas"
            optional
            hint="One per line, for visitors to choose from. If you leave this empty, visitors type the topic."
            {...field('practice_areas')}
          />
          <CheckboxField
            label="Open"
            hint="A closed form accepts nothing and tells visitors that it is closed."
            {...form.register('is_open')}
          />
          <FormError message={save.error} />
          {mayManage && (
            <Button type="submit" tone="primary" isBusy={save.isBusy} className="self-start">
              Save
            </Button>
          )}
        </fieldset>
      </Form>
    </Panel>
  )
}

function Published({ url, title, is_open: isOpen }: NonNullable<Form>) {
  const frame = `<iframe src="${url}" title="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="100%" height="900"></iframe>`
  return (
    <Panel title={isOpen ? 'Your form is open' : 'Your form is closed'}>
      <p className="mb-3 flex flex-wrap items-center gap-2 text-table">
        <code className="min-w-0 font-mono text-meta wrap-anywhere">{url}</code>
        <CopyButton text={url} what="address" />
      </p>
      <a
        href={`/intake/${url.split('/').at(-1) ?? ''}`}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle('secondary', 'md')}
      >
        <ExternalLink className="size-3.5" />
        Preview
      </a>
      <p className="mt-5 mb-2 text-table text-muted">Add the form to your website:</p>
      <Snippet tabs={[{ label: 'HTML', code: frame }]} label="Embed code" />
    </Panel>
  )
}

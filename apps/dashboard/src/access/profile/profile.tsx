import { useForm } from 'react-hook-form'
import { useSession } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { areSingleKeysOn, setSingleKeys } from '../../keyboard/shortcuts.ts'
import { oneOf } from '../../search-params/read-search.ts'
import { setTheme, theme, themes } from '../../theme.ts'
import { Accounts } from './accounts.tsx'

export function Profile() {
  return (
    <>
      <PageHeader title="Profile" description="Your name, and how Matterbase looks in this browser." />
      <div className="flex max-w-[800px] flex-col gap-4">
        <You />
        <Accounts />
        <ThisBrowser />
      </div>
    </>
  )
}

function You() {
  const { user } = useSession()
  const form = useForm({ defaultValues: { name: user.name } })
  const save = useFormAction(form, 'PATCH /profile', (body) => ({ body }), { onDone: () => toast('Saved') })
  return (
    <Panel title="You">
      <Form of={save} className="flex max-w-[420px] flex-col gap-4">
        <TextField label="Name" autoComplete="name" {...fieldOf(form)('name')} />
        <TextField label="Email" value={user.email} readOnly hint="You sign in with this address." />
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

const themeOptions = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThisBrowser() {
  const colours = useStore(theme)
  const areKeysOn = useStore(areSingleKeysOn)
  return (
    <Panel title="This browser" description="These settings are stored in this browser, not on the server.">
      <div className="flex max-w-[420px] flex-col gap-4">
        <SelectField
          label="Theme"
          options={themeOptions}
          value={colours}
          onChange={(event) => setTheme(oneOf(themes)(event.target.value) ?? 'system')}
        />
        <CheckboxField
          label="Single-key shortcuts"
          hint="For example C to create and T for the timer. They never apply while you type. ⌘K or Ctrl+K always works."
          checked={areKeysOn}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
      </div>
    </Panel>
  )
}

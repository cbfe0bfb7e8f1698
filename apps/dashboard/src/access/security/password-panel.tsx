import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'

export function PasswordPanel() {
  const { user } = useSession()
  const { data } = useCall('GET /security', {})
  const form = useForm({ defaultValues: { current_password: '', new_password: '' } })
  const change = useFormAction(form, 'POST /security/password', (body) => ({ body }), {
    onDone: () => {
      form.reset()
      toast('Password changed', { description: 'You are signed out everywhere else.' })
    },
  })
  const field = fieldOf(form)
  return (
    <Panel
      title="Password"
      description={
        <>
          Last changed <DateTime value={data?.password_changed_at} />
        </>
      }
    >
      <Form of={change} className="flex max-w-[420px] flex-col gap-4">
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...field('current_password')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. A few random words work well. Your other sessions end."
          {...field('new_password')}
        />
        <FormError message={change.error} />
        <div>
          <Button type="submit" isBusy={change.isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

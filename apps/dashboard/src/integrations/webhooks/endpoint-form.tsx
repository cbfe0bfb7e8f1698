import type { EventKind } from '@matterbase/schemas'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCan, useSession } from '../../api/session.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction, useFormChange } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { eventFacts, eventGroups } from '../events/event-kinds.ts'
import type { Endpoint } from './endpoint.ts'

export interface NewEndpointDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onMade: (made: { id: number; secret: string }) => void
}

interface Values {
  readonly url: string
  readonly description: string
  readonly events: EventKind[]
}

const nothing: Values = { url: '', description: '', events: [] }
const bodyOf = ({ description, ...rest }: Values) => ({ ...rest, description: description || null })

export function NewEndpointDialog({ open, onClose, onMade }: NewEndpointDialogProps) {
  const form = useForm<Values>({ defaultValues: nothing })
  const save = useFormAction(form, 'POST /webhooks', (values) => ({ body: bodyOf(values) }), {
    onDone: (made) => {
      form.reset(nothing)
      onMade(made)
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New webhook endpoint"
      description="Matterbase sends signed events to this address."
    >
      <Form of={save}>
        <EndpointFields form={form} subscribed={nothing.events} />
        <FormActions {...save} action="Create endpoint" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export interface EditEndpointDialogProps {
  /** As it is when the dialog opens. */
  readonly value: Endpoint
  readonly onClose: () => void
}

export function EditEndpointDialog({ value, onClose }: EditEndpointDialogProps) {
  const [seen] = useState(value)
  const form = useForm<Values>({
    defaultValues: { url: seen.url, description: seen.description ?? '', events: seen.events },
  })
  const save = useFormChange(form, '/webhooks/{id}', (values) => ({ params: { id: value.id }, body: bodyOf(values) }), {
    onDone: onClose,
    seen,
    labels: { url: 'URL', description: 'Description', events: 'Events' },
  })
  return (
    <Dialog open onClose={onClose} title="Edit webhook endpoint">
      <Form of={save}>
        <EndpointFields form={form} subscribed={seen.events} />
        <FormActions {...save} action="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

interface EndpointFieldsProps {
  readonly form: ReturnType<typeof useForm<Values>>
  /** The current events of the endpoint, which stay available to every role. */
  readonly subscribed: readonly EventKind[]
}

function EndpointFields({ form, subscribed }: EndpointFieldsProps) {
  const { role } = useSession()
  const can = useCan()
  const field = fieldOf(form)
  const { errors } = form.formState
  const wrong = errors.events?.message ?? errors.events?.root?.message
  return (
    <>
      <TextField
        label="URL"
        hint="The address that receives the events. In production, use a public HTTPS address."
        placeholder="https://crm.example.com/webhooks/matterbase"
        {...field('url')}
      />
      <fieldset className="min-w-0" aria-describedby={wrong ? 'events-error' : undefined}>
        <legend className="mb-1 text-table font-medium">Events</legend>
        {eventGroups.map(([about, kinds]) => (
          <fieldset key={about} className="mt-2 min-w-0">
            <legend className="mb-1 text-meta text-muted">{about}</legend>
            <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
              {kinds.map((kind) => {
                const { scope, when } = eventFacts[kind]
                const mayRead = can(scope) || subscribed.includes(kind)
                return (
                  <CheckboxField
                    key={kind}
                    value={kind}
                    label={kind}
                    hint={
                      mayRead ? when : `Needs ${scope}, which your role ${role} does not have. Ask an owner to add it.`
                    }
                    {...form.register('events')}
                    // An attribute, because react-hook-form drops the value of a disabled field.
                    disabled={!mayRead}
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
        <FieldError id="events-error" message={wrong} className="mt-1" />
      </fieldset>
      <TextField label="Description" optional {...field('description')} />
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { Answer } from '../api/contract.ts'
import { useCall } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { fieldOf } from '../components/forms/field-of.ts'
import { Loaded } from '../components/page/loaded.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { DateTime } from '../components/values/moments.tsx'
import { Panel } from '../components/page/panel.tsx'
import { SelectField } from '../components/forms/select-field.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { kindNames } from '../records/kinds.ts'
import { inPath } from './lead.ts'
import type { Lead } from './lead.ts'

type Check = Answer<'GET /lead-board/{id}/conflicts'>

const places = { client: '/clients/$id', matter: '/matters/$id', lead: '/leads/$id' } as const

/** Records that could mean a conflict of interest, and what was decided about them. */
export function ConflictPanel({ lead }: { readonly lead: Lead }) {
  const check = useCall('GET /lead-board/{id}/conflicts', { params: inPath(lead) }, { keep: false })
  const mayDecide = useCan()('leads:manage')
  return (
    <Panel
      title="Conflict check"
      description="Clients, leads and matters with the same name, email address or company."
    >
      <Loaded query={check} lines={3}>
        {(found) => (
          <>
            <Found check={found} />
            {mayDecide && <Decide lead={lead} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Found({ check: { data, decisions } }: { readonly check: Check }) {
  return (
    <div className="flex flex-col gap-3 text-table">
      {data.length === 0 && <p className="text-muted">Nothing matches.</p>}
      {data.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {data.map(({ kind, id, title, on }) => (
            <li key={`${kind}${id}`} className="flex flex-wrap items-baseline gap-x-2">
              <span className="w-14 text-meta text-muted">{kindNames[kind]}</span>
              <Link to={places[kind]} params={{ id }} className="link min-w-0 wrap-anywhere">
                {title}
              </Link>
              <span className="text-meta text-muted">same {on.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {decisions.map(({ decision, note, matches, decided_by: who, decided_at: at }) => (
        <div key={at} className="border-t border-line pt-2">
          <StatusBadge
            status={decision === 'clear' ? 'no conflict' : 'conflict'}
            tone={decision === 'clear' ? 'ok' : 'bad'}
          />
          <p className="mt-1 text-meta text-muted">
            {who}, <DateTime value={at} />, {matches} {matches === 1 ? 'match' : 'matches'}
          </p>
          {note && <p className="wrap-anywhere">{note}</p>}
        </div>
      ))}
    </div>
  )
}

function Decide({ lead }: { readonly lead: Lead }) {
  const form = useForm<{ decision: 'clear' | 'conflict'; note: string }>({
    defaultValues: { decision: 'clear', note: '' },
  })
  const save = useFormAction(form, 'POST /lead-board/{id}/conflicts', (body) => ({ params: inPath(lead), body }), {
    onDone: () => {
      form.reset()
      toast('Decision recorded')
    },
  })
  return (
    <form onSubmit={save.onSubmit} className="mt-4 flex flex-col gap-3 border-t border-line pt-3">
      <SelectField
        label="Decision"
        options={[
          { value: 'clear', label: 'No conflict' },
          { value: 'conflict', label: 'Conflict' },
        ]}
        {...form.register('decision')}
      />
      <TextField label="Note" optional {...fieldOf(form)('note')} />
      <FormError message={save.error} />
      <Button type="submit" isBusy={save.isBusy} className="self-start">
        Record decision
      </Button>
    </form>
  )
}

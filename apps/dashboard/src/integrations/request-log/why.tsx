import { Link } from '@tanstack/react-router'
import { useIsGrantable } from '../../access/keys/scopes.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import type { Reason } from './reason.ts'

/** The reason why a request was refused, and the fix. */
export function Why({ reason: { sentence, scope, fields, existing } }: { readonly reason: Reason }) {
  const can = useCan()
  const isGrantable = useIsGrantable()
  return (
    <section
      aria-label="Why?"
      className="flex flex-col gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5"
    >
      <h3 className="text-table font-semibold text-warn">Why?</h3>
      <p className="text-table">{sentence}</p>
      {fields.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-table">
          {fields.map(({ field, message }) => (
            <li key={field}>
              <code className="font-mono text-meta">{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {scope && can('keys:write') && !isGrantable([scope]) && (
        <p className="text-table">Your role cannot create a key with {scope}. Ask an owner.</p>
      )}
      {scope && can('keys:write') && isGrantable([scope]) && (
        <Link
          to="/dev/keys"
          search={{ new: '1', scopes: scope }}
          className={buttonStyle('secondary', 'sm', 'self-start')}
        >
          Create a key with {scope}
        </Link>
      )}
      {existing && (
        <Link {...existing.link} className={buttonStyle('secondary', 'sm', 'self-start')}>
          {existing.label}
        </Link>
      )}
    </section>
  )
}

import type { Role, Scope } from '@matterbase/schemas'
import { Checkbox } from '../../components/forms/checkbox.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { allScopes, scopeRows } from './scopes.ts'

export interface ScopeGridProps {
  readonly value: readonly Scope[]
  /** The scopes that the user can give. The others are hidden. */
  readonly grantable: readonly Scope[]
  readonly role: Role
  readonly onChange: (scopes: Scope[]) => void
  readonly error?: string | undefined
}

/** The scopes of a key, in a row for each kind of record. */
export function ScopeGrid({ value, grantable, role, onChange, error }: ScopeGridProps) {
  const grantableOrNone = (scope: Scope | undefined) => (scope && grantable.includes(scope) ? scope : undefined)
  const rows = scopeRows
    .map(({ label, read, write }) => ({ label, read: grantableOrNone(read), write: grantableOrNone(write) }))
    .filter(({ read, write }) => read ?? write)
  const set = (scopes: readonly Scope[], isOn: boolean) =>
    onChange(grantable.filter((scope) => (scopes.includes(scope) ? isOn : value.includes(scope))))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="mb-1 text-table font-medium">Scopes</legend>
      <div className="overflow-hidden rounded-md border border-line">
        <table className="w-full border-collapse text-table">
          <Head {...{ value, grantable, set }} />
          <tbody>
            {rows.map(({ label, read, write }) => (
              <tr key={label} className="border-b border-line last:border-b-0">
                <th scope="row" className="h-9 px-3 text-left font-normal">
                  {label}
                </th>
                <ScopeCell label={`${label}: read`} scope={read} {...{ value, set }} />
                <ScopeCell label={`${label}: write`} scope={write} {...{ value, set }} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {grantable.length < allScopes.length && (
        <p className="mt-1 text-meta text-muted">
          An API key cannot have more rights than your role, which is {role}. Ask an owner for a key with other scopes.
        </p>
      )}
      <FieldError id="scopes-error" message={error} className="mt-1" />
    </fieldset>
  )
}

interface PartProps extends Pick<ScopeGridProps, 'value'> {
  readonly set: (scopes: readonly Scope[], isOn: boolean) => void
}

function Head({ value, grantable, set }: PartProps & Pick<ScopeGridProps, 'grantable'>) {
  return (
    <thead className="bg-subtle text-meta text-muted">
      <tr className="border-b border-line">
        <th scope="col" className="h-8 px-3 text-left font-medium">
          <label className="inline-flex items-center gap-2">
            <Checkbox
              checked={value.length === grantable.length}
              isMixed={value.length > 0 && value.length < grantable.length}
              onChange={(event) => set(grantable, event.target.checked)}
            />
            All scopes
          </label>
        </th>
        <th scope="col" className="w-20 px-3 text-center font-medium">
          Read
        </th>
        <th scope="col" className="w-20 px-3 text-center font-medium">
          Write
        </th>
      </tr>
    </thead>
  )
}

interface ScopeCellProps extends PartProps {
  readonly label: string
  readonly scope: Scope | undefined
}

function ScopeCell({ label, scope, value, set }: ScopeCellProps) {
  return (
    <td className="px-3 text-center">
      {scope ? (
        <Checkbox
          aria-label={label}
          checked={value.includes(scope)}
          onChange={(event) => set([scope], event.target.checked)}
          className="align-middle"
        />
      ) : (
        <span className="text-muted" aria-hidden="true">
          –
        </span>
      )}
    </td>
  )
}

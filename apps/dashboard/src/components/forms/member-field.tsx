import { useColleagues } from '../../api/colleagues.ts'
import { SelectField } from './select-field.tsx'

interface MemberFieldProps {
  /** Default: Member. */
  readonly label?: string
  readonly value: string | null
  readonly onChange: (userId: string | null) => void
  readonly error?: string | undefined
}

/** A member of the account. Hidden in an account with one member. */
export function MemberField({ label = 'Member', value, onChange, error }: MemberFieldProps) {
  const { hasOthers } = useColleagues()
  const { options } = useMemberOptions(value)
  if (!hasOthers) return null
  return (
    <SelectField
      {...{ label, error, options }}
      empty="No member"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}

/** The members as options, with the chosen one if that is a former member. */
export function useMemberOptions(value: string | null) {
  const { all, me } = useColleagues()
  const members = all.map(({ id, name }) => ({ value: id, label: id === me ? `${name} (you)` : name }))
  const isFormer = value !== null && all.every(({ id }) => id !== value)
  const options = isFormer ? [...members, { value, label: 'Former member' }] : members
  return { options, label: options.find((option) => option.value === value)?.label }
}

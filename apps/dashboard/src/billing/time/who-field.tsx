import { SelectField } from '../../components/forms/select-field.tsx'
import { useColleagues } from '../../api/colleagues.ts'

interface WhoFieldProps {
  readonly value: string | null
  readonly onChange: (userId: string | null) => void
  readonly error?: string | undefined
}

/** Who worked; nothing in a firm of one. */
export function WhoField({ value, onChange, error }: WhoFieldProps) {
  const { all, hasOthers, me } = useColleagues()
  if (!hasOthers) return null
  const members = all.map(({ id, name }) => ({ value: id, label: id === me ? `${name} (you)` : name }))
  const isFormer = value !== null && all.every(({ id }) => id !== value)
  return (
    <SelectField
      label="Member"
      error={error}
      options={isFormer ? [...members, { value, label: 'Former member' }] : members}
      empty="No member"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}

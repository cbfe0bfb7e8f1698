import type { CustomFieldDefinition } from '@matterbase/schemas'
import { firmWriter } from '../../api/firm-format.ts'
import { useCall } from '../../api/queries.ts'
import { formatDate, formatExactMoney } from '../../components/values/formats.ts'
import { useNames } from '../use-names.ts'
import type { NameOf } from '../use-names.ts'
import type { CustomValues } from './field-inputs.ts'

type Field = Pick<CustomFieldDefinition, 'key' | 'type' | 'options'>

/** The names of the records in the values of custom fields. */
export interface ValueNames {
  readonly matter: NameOf
  readonly member: (id: string) => string | undefined
}

/** The values of a record. The contract leaves their types open, because firms define them. */
export const valuesOf = ({ custom_fields: values }: { readonly custom_fields: object }) => values as CustomValues

/** Loads the names of the matters and members in the values. */
export function useValueNames(fields: readonly Field[], values: CustomValues): ValueNames {
  const valuesOfType = (type: Field['type']) => fields.flatMap((one) => (one.type === type ? [values[one.key]] : []))
  const { matter } = useNames({ matters: valuesOfType('matter').map(Number).filter(Boolean) })
  const members = valuesOfType('user').filter((id) => id !== undefined)
  const { data } = useCall('GET /colleagues', {}, { enabled: members.length > 0 })
  const member = (id: string) => data && (data.data.find((one) => one.id === id)?.name ?? 'Former member')
  return { matter, member }
}

/** A value as text in the firm's locale. */
export function valueText({ type, options }: Field, value: unknown, names: ValueNames): string {
  if (Array.isArray(value)) return value.map((one) => optionText(options, one)).join(', ')
  if (typeof value === 'object' && value !== null) return optionText(options, value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (type === 'money') return formatExactMoney(value)
    return type === 'matter' ? (names.matter(value) ?? `#${value}`) : firmWriter().number(value)
  }
  if (typeof value !== 'string') return '–'
  if (type === 'date') return formatDate(value)
  return type === 'user' ? (names.member(value) ?? '') : value
}

const optionText = (options: Field['options'], value: unknown) => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return options?.find((option) => option.id === id)?.label ?? `#${String(id)}`
}

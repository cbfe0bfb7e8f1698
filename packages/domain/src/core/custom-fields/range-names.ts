import type { CustomFieldDefinition } from '@matterbase/schemas'

type Field = Pick<CustomFieldDefinition, 'key' | 'type'>

/** True for a field whose parameters of lists also end in `_from` and `_to`. */
export const hasRange = ({ type }: Pick<Field, 'type'>) => type === 'number' || type === 'money' || type === 'date'

const takes = (one: Field, other: Field) =>
  hasRange(one) && (other.key === `${one.key}_from` || other.key === `${one.key}_to`)

/** The field whose range has the key of a new field as its name, or the other way round. */
export const rangeRival = <F extends Field>(field: Field, all: readonly F[]): F | undefined =>
  all.find((one) => takes(one, field) || takes(field, one))

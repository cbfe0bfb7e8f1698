import type { Fields } from '@matterbase/schemas'

/** The field with the number of a kind of record, if it has one. */
export const numberField = (fields: Fields): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.isNumber)

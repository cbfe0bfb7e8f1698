import { booleanParam } from '../fields/query.ts'

export const force = booleanParam.meta({
  type: 'boolean',
  default: false,
  description: 'Unlink the records that refer to this one, then delete it.',
})

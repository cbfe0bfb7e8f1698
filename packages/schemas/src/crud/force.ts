import { booleanParam } from '../fields/query.ts'

export const force = booleanParam.meta({
  type: 'boolean',
  default: false,
  description:
    'Unlink the records that refer to this record, then delete it. Signed documents, invoices, payments and credit notes are never unlinked.',
})

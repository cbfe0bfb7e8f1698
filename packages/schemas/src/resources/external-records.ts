import { crud } from '../crud/crud.ts'
import { about, externalId } from '../fields/fields.ts'
import { metadata } from '../fields/metadata.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { Id } from '../fields/primitives.ts'
import { someIds, someOf } from '../fields/several.ts'

/** Records that the API does not write, and that can have an external record. */
export const externalResources = ['invoice', 'payment', 'credit_note'] as const

const ExternalResource = namedEnum(
  'ExternalResource',
  externalResources,
  'Kind of the record that an external record belongs to.',
)

const Target = Id.meta({ description: 'ID of the invoice, payment or credit note.', example: 42 })

export const externalRecords = crud({
  path: 'external-records',
  noun: 'external record',
  name: 'ExternalRecord',
  about:
    'Your own numbers and metadata for an invoice, payment or credit note, which the API does not write. External records change nothing in the invoice, payment or credit note. They are deleted with it.',
  read: 'invoices:read',
  write: 'external_records:write',
  filters: ['resource', 'resource_id', 'metadata'],
  fields: {
    resource: {
      kind: 'plain',
      input: ExternalResource,
      output: ExternalResource,
      query: someOf(ExternalResource),
      required: true,
      initial: null,
    },
    resource_id: { kind: 'reference', input: Target, output: Target, query: someIds, required: true, initial: null },
    external_id: about(externalId, {
      description:
        'Your own ID of this record, at most 255 characters. Unique in the workspace among external records. PUT finds the record by it, and compares it exactly.',
      example: 'booking-2041',
    }),
    metadata,
  },
  rules: {
    fixed: ['resource', 'resource_id'],
    most: { fields: ['resource', 'resource_id'], count: 20 },
    ofKind: 'resource',
  },
})

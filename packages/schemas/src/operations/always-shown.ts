/** Fields of a record that the answer to a write shows to every API key: which record it is, and when it changed. */
export const alwaysShown: readonly string[] = [
  'id',
  'lead_id',
  'invoice_id',
  'document_id',
  'external_id',
  'created_at',
  'updated_at',
]

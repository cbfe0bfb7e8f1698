import type { RecordOf } from '../../api/contract.ts'

/** The words for the kinds of numbers. */
export const nounOf: Readonly<Record<RecordOf<'GET /number-confirmations'>['kind'], string>> = {
  invoice: 'invoice',
  credit_note: 'credit note',
}

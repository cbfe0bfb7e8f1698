import type { Fields } from '../fields/fields.ts'
import type { CrudOptions } from './crud-options.ts'

type Options = Pick<CrudOptions<Fields>, 'isBilled' | 'isReferenced' | 'rules'>

/** The errors of writes of a record, by operation. */
export function errorsFor(fields: Fields, { isBilled, isReferenced, rules }: Options) {
  const number = Object.values(fields).some(({ isNumber }) => isNumber) ? (['number_taken'] as const) : []
  const billed = isBilled ? (['billed'] as const) : []
  const ofKind = rules?.ofKind ? (['external_id_conflict'] as const) : []
  const most = rules?.most ? (['limit_reached'] as const) : []
  const dependents = isReferenced ? (['has_dependents', 'billed'] as const) : []
  return {
    create: ['external_id_conflict', ...number, ...most],
    upsert: ['precondition_failed', ...number, ...ofKind, ...most, ...billed],
    update: ['external_id_conflict', 'precondition_failed', ...number, ...billed],
    delete: [...dependents, 'precondition_failed', ...billed],
  } as const
}

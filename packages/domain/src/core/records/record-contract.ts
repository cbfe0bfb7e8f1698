import type { Deriveds, Fields, Relations, Rules, Scope } from '@matterbase/schemas'
import type { EventsOfRecord } from './record.ts'

/** What a kind of record needs of its contract. */
export interface RecordContract {
  readonly path: string
  readonly noun: string
  readonly fields: Fields
  readonly derived: Deriveds
  readonly rules: Rules
  readonly filters: readonly string[]
  readonly events: EventsOfRecord
  readonly relations: Relations
  readonly operations: { readonly create: { readonly scope: Scope } }
}

import type { Deriveds, Fields, Relations, Rules, Scope } from '@matterbase/schemas'
import type { EventsOfRecord } from './record.ts'

/** The part of the contract that a kind of record needs. */
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

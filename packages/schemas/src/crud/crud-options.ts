import type { Rules } from './crud-texts.ts'
import type { DayRange } from '../fields/day-range.ts'
import type { Deriveds, Fields } from '../fields/fields.ts'
import type { Scope } from '../operations/scopes.ts'

/** How a record is shown among records of other kinds: in a search, in a choice. */
export interface Found<K extends string = string> {
  /** `time_entry` */
  readonly kind: K
  /** The first of these members that is set is its title. */
  readonly title: readonly string[]
  /** The field that distinguishes records of the same title. */
  readonly subtitle: readonly string[]
}

export interface CrudOptions<
  F extends Fields,
  P extends string = string,
  L extends PropertyKey = keyof F,
  N extends string = string,
  K extends string = string,
  D extends Deriveds = Deriveds,
  S extends string = string,
  R extends keyof DayRange = keyof DayRange,
> {
  /** The path and the name of many: `time-entries`. */
  readonly path: P
  /** One of them in prose: `time entry`. */
  readonly noun: N
  /** The schema's name in the OpenAPI document: `TimeEntry`. */
  readonly name: string
  /** The description of the resource in the documentation. */
  readonly about: string
  readonly fields: F
  /** Derived from the fields. */
  readonly derived?: D
  /** Fields that a list can be narrowed by, besides `external_id`. */
  readonly filters: readonly (L & string)[]
  /** The parameters of a list that ask for the records of some days. Default: none. */
  readonly days?: Pick<DayRange, R>
  /** Sort orders of the dashboard, in addition to the time stamps. */
  readonly sortedBy?: readonly S[]
  readonly read: Scope
  readonly write: Scope
  readonly rules?: Rules
  /** True if lines of invoices bill it. Default false. */
  readonly isBilled?: boolean
  /** True if other resources refer to this one. Default false. */
  readonly isReferenced?: boolean
  /**
   * When a new record comes to be, in words, where its event is one of the specification's: that one is recorded
   * whether or not an endpoint subscribes to it. The others of a record are for subscribers only.
   */
  readonly created?: string
  /** How a search from anywhere in the dashboard shows it; without it, none looks for it. */
  readonly found?: Found<K>
}

import type { Scope } from './scopes.ts'

/** The facts of an event. */
export interface EventFacts {
  /** The heading in lists of events. */
  readonly about: string
  /** When the event fires. */
  readonly when: string
  /** The scope that reads the record in `data`. A subscription needs it. Null for a test. */
  readonly scope: Scope | null
  /** The schema of `data`, by its name in the OpenAPI document. */
  readonly data: string
  /** True if the event has `previous` with the old values of the changed fields. */
  readonly hasPrevious: boolean
  /** True if the event is recorded only with a subscribed endpoint. False for the events of the specification. */
  readonly isOptIn: boolean
}

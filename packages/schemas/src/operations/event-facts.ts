/** What is known of a kind of event. */
export interface EventFacts {
  /** The heading that it is chosen under. */
  readonly about: string
  /** When it happens, in words. */
  readonly when: string
  /** The schema of `data`, by its name in the OpenAPI document. */
  readonly data: string
  /** Whether `previous` stands beside `data`: the old values of the fields that changed. */
  readonly hasPrevious: boolean
  /** Whether it is recorded only where an endpoint subscribes to it: so are all beyond those of the specification. */
  readonly isOptIn: boolean
}

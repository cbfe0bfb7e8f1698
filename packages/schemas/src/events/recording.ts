/** An event of the specification, which is always recorded. */
export const ofTheSpecification = { hasPrevious: false, isOptIn: false } as const

/** An event that is recorded for subscribers only. */
export const forSubscribers = { hasPrevious: false, isOptIn: true } as const

/** The same with former values. */
export const ofAChange = { hasPrevious: true, isOptIn: true } as const

/** Creates a complete record with the given fields. */
export type Maker<T> = (overrides?: Partial<T>) => T

export const make =
  <T>(record: T): Maker<T> =>
  (overrides = {}) => ({ ...structuredClone(record), ...overrides })

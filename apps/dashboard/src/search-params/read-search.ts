/** Reads one parameter of an address. Undefined if its value is invalid. */
type Reader<V extends string = string> = (text: string) => V | undefined

/** The parameters of a page, by name. */
export type SearchShape = Readonly<Record<string, Reader>>

export type SearchOf<S extends SearchShape> = { readonly [K in keyof S]?: ReturnType<S[K]> }

export const text: Reader = (value) => value || undefined

/** A record's id. */
export const id: Reader = (value) => (/^\d+$/.test(value) ? value : undefined)

export const oneOf =
  <const V extends string>(values: readonly V[]): Reader<V> =>
  (value) =>
    values.find((each) => each === value)

export const isKeyOf =
  <K extends string>(record: Readonly<Record<K, unknown>>) =>
  (value: string): value is K =>
    Object.hasOwn(record, value)

/** Present or not: `?new=1`. */
export const flag = oneOf(['1'])

/** Sort orders: each name, and each name with `-` for the reverse order. */
export const eitherWay = <const N extends string>(...names: readonly N[]) =>
  oneOf(names.flatMap((name) => [name, `-${name}`] as const))

/** Sort orders of a list of the REST API: its timestamps and the given names. */
export const sortOf = <const N extends string>(...names: readonly N[]) =>
  eitherWay<'id' | 'created_at' | 'updated_at' | N>('id', 'created_at', 'updated_at', ...names)

/** The parameters of a list with pages. `trail` holds the cursors of the previous pages. */
export const paging = { cursor: text, trail: text }

/** For a route's `validateSearch`. Invalid values become undefined. */
export const readSearch =
  <S extends SearchShape>(shape: S) =>
  (given: Readonly<Record<string, unknown>>): SearchOf<S> => {
    const read = ([name, reader]: [string, Reader]) => {
      const value = given[name]
      return [name, typeof value === 'string' ? reader(value) : undefined]
    }
    // Object.fromEntries does not keep the type of each name.
    return Object.fromEntries(Object.entries(shape).map(read)) as SearchOf<S>
  }

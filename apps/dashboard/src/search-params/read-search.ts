/** Reads one parameter of an address; undefined when its value is not valid. */
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

/** What a list is sorted by: each of these, and with `-` before it the other way round. */
export const eitherWay = <const N extends string>(...names: readonly N[]) =>
  oneOf(names.flatMap((name) => [name, `-${name}`] as const))

/** The same of a list of the REST API: its stamps, and what it names. */
export const sortOf = <const N extends string>(...names: readonly N[]) =>
  eitherWay<'id' | 'created_at' | 'updated_at' | N>('id', 'created_at', 'updated_at', ...names)

/** Of every list with pages; `trail` holds the cursors of the pages before. */
export const paging = { cursor: text, trail: text }

/** For a route's `validateSearch`: what is not valid is undefined and does not reach the page. */
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

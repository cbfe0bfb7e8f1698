import { type ApiPromise, LazyPromise, type WithResponse } from '../requests/api-promise.ts'
import { callSite } from '../errors/call-site.ts'
import { invalidAnswer } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import { type Load, type Page, toPage } from './page.ts'
import type { Query } from '../encoding/encode.ts'
import type { Call, RequestOptions } from '../requests/request.ts'
import type { ListBody } from './wire.ts'

// The service's largest page: a walk over everything needs the fewest requests.
const walkLimit = 200

/**
 * A list, asked for when it is first used. Await it for the first page, or iterate over every record of every page.
 *
 * @example
 * const page = await mb.matters.list({ limit: 50 })
 * for await (const matter of mb.matters.list({ status: 'Settled' })) console.log(matter.title)
 */
export interface List<T> extends ApiPromise<Page<T>>, AsyncIterable<T> {
  /**
   * Every page, from the first on.
   *
   * @example
   * for await (const { data, nextCursor } of mb.matters.list().pages()) console.log(data.length, nextCursor)
   */
  pages(): AsyncGenerator<Page<T>, void, undefined>
  /**
   * All records, or the first `max`, in memory.
   *
   * @example
   * const newest = await mb.matters.list({ sort: '-created_at' }).toArray({ max: 10 })
   */
  toArray(options?: {
    /** The most records to take. Default: all. */
    readonly max?: number | undefined
  }): Promise<T[]>
}

class LazyList<T> extends LazyPromise<Page<T>> implements List<T> {
  readonly #first: (limit?: number) => Promise<WithResponse<Page<T>>>

  constructor(first: (limit?: number) => Promise<WithResponse<Page<T>>>) {
    super(first)
    this.#first = first
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let page: Page<T> | null = (await this.#first(walkLimit)).data; page; page = await page.nextPage()) yield page
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  async toArray({ max = Infinity }: { readonly max?: number | undefined } = {}): Promise<T[]> {
    const items: T[] = []
    if (max <= 0) return items
    for await (const page of this.pages()) {
      items.push(...page.data)
      if (items.length >= max) return items.slice(0, max)
    }
    return items
  }
}

/** How one list is asked for and read. */
export interface ListCall<Body, T> {
  readonly path: Call<Body, ListBody<T>>['path']
  readonly query: Query
  readonly decode: (body: Body) => ListBody<T>
}

export function list<Body, T>(
  http: Http,
  { path, query, decode }: ListCall<Body, T>,
  options?: RequestOptions,
): List<T> {
  const site = callSite()
  const ask = (query: Query) =>
    site(http.send<Body, ListBody<T>>({ method: 'GET', path, query, decode: (body) => checked(decode(body)) }, options))
  const load: Load<T> = async (query) => (await ask(query)).data
  let first: Promise<WithResponse<Page<T>>> | undefined
  return new LazyList((limit) => {
    const asked = { ...query, limit: query['limit'] ?? limit }
    first ??= ask(asked).then(({ data, ...rest }) => ({ ...rest, data: toPage(load, asked, data) }))
    return first
  })
}

function checked<T>(body: ListBody<T>): ListBody<T> {
  if (Array.isArray(body.data)) return body
  throw invalidAnswer('The service answered a list without its records: is baseUrl the address of the API?')
}

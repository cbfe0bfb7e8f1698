import { type ApiPromise, LazyPromise, type WithResponse } from '../requests/api-promise.ts'
import { callSite } from '../errors/call-site.ts'
import { invalidAnswer } from '../errors/errors.ts'
import { fittingLimit } from './fitting-limit.ts'
import type { Http } from '../requests/http.ts'
import { type Load, type Page, toPage } from './page.ts'
import type { Query } from '../encoding/encode.ts'
import type { Call, RequestOptions } from '../requests/request.ts'
import type { ListBody } from './wire.ts'

// The largest page of the server, so that iterating needs the fewest requests.
const walkLimit = 200

/**
 * A list, requested when you first use it. Await it for the first page, or iterate over every record of every page.
 *
 * @example
 * const page = await mb.matters.list({ limit: 50 })
 * for await (const matter of mb.matters.list({ status: 'Settled' })) console.log(matter.title)
 */
export interface List<T> extends ApiPromise<Page<T>>, AsyncIterable<T> {
  /**
   * Yields every page.
   *
   * @example
   * for await (const { data, nextCursor } of mb.matters.list().pages()) console.log(data.length, nextCursor)
   */
  pages(): AsyncGenerator<Page<T>, void, undefined>
  /**
   * Returns all records, or the first `max`, in an array.
   *
   * @example
   * const newest = await mb.matters.list({ sort: '-created_at' }).toArray({ max: 10 })
   */
  toArray(options?: {
    /** Largest number of records. Default: all. */
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

/** The request of a list, and how its response is read. */
export interface ListCall<Body, T> {
  readonly path: Call<Body, ListBody<T>>['path']
  readonly query: Query
  readonly decode: (body: Body) => ListBody<T>
  /** True if a first page that is too large is requested again with fewer records. Default: only when iterating. */
  readonly isWalk?: boolean
}

export function list<Body, T>(
  http: Http,
  { path, query, decode, isWalk = false }: ListCall<Body, T>,
  options?: RequestOptions,
): List<T> {
  const site = callSite()
  const ask = (query: Query) =>
    site(http.send<Body, ListBody<T>>({ method: 'GET', path, query, decode: (body) => checked(decode(body)) }, options))
  const load: Load<T> = async (query) => (await ask(query)).data
  const page = async (query: Query, isFitted: boolean) => {
    const { data, ...rest } = await (isFitted ? askForFewer(ask, query) : ask(query))
    return { ...rest, data: toPage(load, query, data) }
  }
  let first: Promise<WithResponse<Page<T>>> | undefined
  return new LazyList((limit) => {
    first ??= page({ ...query, limit: query['limit'] ?? limit }, isWalk || limit !== undefined)
    return first
  })
}

/**
 * Requests the first page again with fewer records if it is too large. Later pages use a cursor, and the server ends
 * them where necessary.
 */
async function askForFewer<T>(ask: (query: Query) => Promise<T>, query: Query): Promise<T> {
  for (let request = query; ;) {
    try {
      return await ask(request)
    } catch (error) {
      const limit = fittingLimit(error)
      if (limit === undefined || limit >= Number(request['limit'])) throw error
      request = { ...request, limit }
    }
  }
}

function checked<T>(body: ListBody<T>): ListBody<T> {
  if (Array.isArray(body.data)) return body
  throw invalidAnswer(
    'Unexpected response: the list has no records. Check that baseUrl is the address of the API and ends in /api/v1',
  )
}

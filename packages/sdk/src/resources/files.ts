import type { ApiPromise } from '../requests/api-promise.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'

/** The files of records. */
export interface Files<Params> {
  /**
   * Returns the bytes of a file. The name of the file is in the header `content-disposition` of `withResponse()`. A
   * request for a file counts as 5 requests in the rate limit.
   *
   * @throws {ConflictError} with `details` for each missing detail of the format.
   * @example
   * await writeFile('invoice.pdf', await mb.invoices.file(42, { format: 'factur-x' }))
   */
  file(id: number, options?: RequestOptions & Params): ApiPromise<Uint8Array>
}

/** Files of any resource. The types of a resource without files do not have them. */
export type AnyFiles = Files<{ readonly format?: string | undefined; readonly part?: string | undefined }>

/** @param path below the base URL, without slashes */
export const files = (http: Http, path: string): AnyFiles => ({
  file: (id, { format, part, ...options } = {}) =>
    http.request(
      {
        method: 'GET',
        path: [path, id, 'file'],
        query: { format, part },
        answer: 'file',
        decode: (bytes: Uint8Array) => bytes,
      },
      options,
    ),
})

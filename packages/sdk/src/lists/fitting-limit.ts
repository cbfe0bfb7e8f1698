import { ApiError } from '../errors/errors.ts'

/** The largest possible limit, from a `page_too_large` error. Undefined for other errors. */
export function fittingLimit(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'page_too_large') return undefined
  const { limit } = error.body as { readonly limit?: unknown }
  return typeof limit === 'number' && limit >= 1 ? limit : undefined
}

import type { Request } from 'express'

export function queryOf({ url }: Pick<Request, 'url'>): URLSearchParams {
  const at = url.indexOf('?')
  return at === -1 ? noQuery : new URLSearchParams(url.slice(at))
}

const noQuery = new URLSearchParams()

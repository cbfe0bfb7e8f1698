import { readPage } from '@matterbase/domain'
import type { Listing, Page, PageOf, PageQuery } from '@matterbase/domain'
import type { RawJson } from '../http/answer/raw-json.ts'

/** The response with a page of a list. Its records are in the field `member`. */
export function pageAnswer<N extends string>(member: N, { json, ...page }: Page) {
  return { ...page, [member]: json } as Omit<Page, 'json'> & Record<N, RawJson>
}

/** Reads a page and returns its response. */
export async function listPage<Q extends PageQuery, N extends string>(
  { member, ...of }: PageOf & { readonly member: N },
  query: Q,
  listing: (query: Q) => Listing | Promise<Listing>,
) {
  return pageAnswer(member, await readPage(of, query, listing))
}

import { readPage } from '@matterbase/domain'
import type { Listing, Page, PageOf, PageQuery } from '@matterbase/domain'
import type { RawJson } from '../http/answer/raw-json.ts'

/** A page of a list as it is answered, with its records in `member`. */
export function pageAnswer<N extends string>(member: N, { json, ...page }: Page) {
  return { ...page, [member]: json } as Omit<Page, 'json'> & Record<N, RawJson>
}

/** The same, read here. */
export async function listPage<Q extends PageQuery, N extends string>(
  { member, ...of }: PageOf & { readonly member: N },
  query: Q,
  listing: (query: Q) => Listing,
) {
  return pageAnswer(member, await readPage(of, query, listing))
}

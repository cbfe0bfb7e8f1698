import { flag, id, oneOf, paging, sortOf, text } from '../../search-params/read-search.ts'
import { isDay } from '@matterbase/schemas/reading'

export const workStatuses = ['pending', 'billed', 'paid'] as const

export const timeViews = ['week', 'day', 'list', 'expenses'] as const

/** The ID of a user, `none` for work without a member, or `all`. */
const user = (text: string) => (/^(?:none|all|[\da-f-]{36})$/.test(text) ? text : undefined)

const narrowed = { ...paging, q: text, status: oneOf(workStatuses), case_id: id, user_id: user }

export const entryListSearch = { ...narrowed, sort: sortOf('day', 'status', 'duration', 'matter') }

export const expenseListSearch = { ...narrowed, sort: sortOf('date', 'status', 'amount') }

export const timeSearch = {
  ...narrowed,
  view: oneOf(timeViews),
  who: text,
  date: (text: string) => (isDay(text) ? text : undefined),
  sort: (text: string) => entryListSearch.sort(text) ?? expenseListSearch.sort(text),
  entry: id,
  expense: id,
  new: flag,
}

import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { eitherWay, flag, isKeyOf, oneOf, paging, text } from '../../search-params/read-search.ts'

export type Lead = RecordOf<'GET /lead-board'>
export type LeadStatus = Lead['status']

export const leadStatuses = choices.leadStatus
export const urgencies = choices.leadUrgency

/** The parameters of a lead's path. */
export const inPath = (lead: Pick<Lead, 'lead_id'>) => ({ id: lead.lead_id })

/** A lead's name, which is never empty. */
export function leadName({ first_name: first, last_name: last, company, email }: Lead): string {
  return [first, last].filter(Boolean).join(' ') || company || email || 'Unnamed lead'
}

export const sourceNames: Readonly<Record<Lead['source'], string>> = {
  api: 'API',
  form: 'Intake form',
  manual: 'Entered by hand',
}

const leadSources = Object.keys(sourceNames).filter(isKeyOf(sourceNames))

export const leadBoardSearch = {
  ...paging,
  view: oneOf(['list']),
  q: text,
  status: oneOf(leadStatuses),
  source: oneOf(leadSources),
  cf: text,
  sort: eitherWay('name', 'status', 'score', 'created_at'),
  new: flag,
}
export const leadSearch = { convert: flag }

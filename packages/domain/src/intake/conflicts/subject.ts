import { emailKey } from '../leads/lead.ts'
import type { BoardLead } from '../leads/lead.ts'

/** The searched part of a lead, or of a client or matter that is not created yet. */
export interface Subject {
  /** The name of the person, or empty. */
  readonly name: string
  readonly company: string | null
  /** As emails are compared. */
  readonly email: string | null
  /** A text that may contain names. */
  readonly text: string
  /** Records that are not hits, as `client 12`. */
  readonly own: readonly string[]
}

export function subjectOf(lead: BoardLead): Subject {
  const maps = [lead.custom_fields, lead.metadata].flatMap((map) => Object.values(map ?? {}))
  return {
    name: [lead.first_name, lead.last_name].filter((part) => part?.trim()).join(' '),
    company: lead.company,
    email: emailKey(lead.email),
    // A line for each, so that two of them are never read as one name.
    text: [lead.description, ...maps].filter((text) => typeof text === 'string').join('\n/ '),
    own: [`lead ${lead.lead_id}`, `client ${lead.client_id}`, `matter ${lead.case_id}`],
  }
}

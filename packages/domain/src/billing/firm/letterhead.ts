import { orNull, Prisma, text } from '@matterbase/db'

/** The details of a firm on public pages, and its format of dates. */
export const letterheadColumns = {
  firm_name: text,
  /** The SHA-256 of its logo, in hexadecimal. */
  firm_logo: orNull(text),
  locale: orNull(text),
  time_zone: orNull(text),
}

/** The columns, of `account` and of `firm`, which `joinFirm` joins to `workspace`. */
export const letterhead = Prisma.sql`coalesce(nullif(firm.legal_name, ''), account.name) AS firm_name,
  encode(firm.logo, 'hex') AS firm_logo, firm.locale, firm.time_zone`

export const joinFirm = Prisma.sql`LEFT JOIN firm_profiles AS firm ON firm.workspace_id = workspace.id`

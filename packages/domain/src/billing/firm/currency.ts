import { Prisma } from '@matterbase/db'
import { defaultLocale } from '@matterbase/schemas/writing'

/** The currency of a row, or that of its firm, in statements over rows with a `workspace_id`. */
export const currencyOrFirms = Prisma.sql`coalesce(currency, (
  SELECT theirs FROM (SELECT workspace_id AS firm, currency AS theirs FROM firm_profiles) AS firms WHERE firm = workspace_id))`

/** The language of a row of `invoices`, or that of its firm. */
export const languageOrFirms = Prisma.sql`coalesce(language, (
  SELECT theirs FROM (SELECT workspace_id AS firm, locale AS theirs FROM firm_profiles) AS firms WHERE firm = workspace_id), ${defaultLocale})`

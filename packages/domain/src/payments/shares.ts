import { identifier, Prisma } from '@matterbase/db'

type Source = 'payment_id' | 'credit_note_id'

/** What of a payment or credit note is for which invoice. Its columns are named so that those of the row itself stand beside them. */
const sharesOf = (source: Source) => Prisma.sql`
  (SELECT workspace_id AS firm, ${identifier(source)} AS source, id AS place, invoice_id, trim_scale(amount) AS share FROM allocations) AS shares
  WHERE firm = workspace_id AND source = id`

/** The same as JSON; a line, without the spaces that json_agg writes. */
export const allocationsOf = (source: Source) => Prisma.sql`('[' || coalesce((
  SELECT string_agg('{"invoice_id":' || invoice_id || ',"amount":' || share || '}', ',' ORDER BY place) FROM ${sharesOf(source)}
), '') || ']')::json`

/** What of it is for no invoice: the client's credit. */
export const unallocatedOf = (whole: string, source: Source) =>
  Prisma.sql`trim_scale(${identifier(whole)} - (SELECT coalesce(sum(share), 0) FROM ${sharesOf(source)}))`

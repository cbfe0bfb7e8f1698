import { identifier, Prisma } from '@matterbase/db'

type Source = 'payment_id' | 'credit_note_id'

// The columns have other names than those of the outer row, so that both can be referred to.
const sharesOf = (source: Source) => Prisma.sql`
  (SELECT workspace_id AS firm, ${identifier(source)} AS source, id AS place, invoice_id, trim_scale(amount) AS share FROM allocations) AS shares
  WHERE firm = workspace_id AND source = id`

const refundsFrom = (source: Source) => Prisma.sql`
  (SELECT share.workspace_id AS firm, share.${identifier(source)} AS source, refund.id AS refund_id, trim_scale(share.amount) AS share,
          refund.paid_on AS day, refund.method AS how, refund.reference AS words
   FROM refund_shares AS share JOIN refunds AS refund ON refund.workspace_id = share.workspace_id AND refund.id = share.refund_id) AS refunded
  WHERE firm = workspace_id AND source = id`

// On one line, without the spaces of json_agg.
const arrayOf = (item: Prisma.Sql, order: string, rows: Prisma.Sql) => Prisma.sql`
  ('[' || coalesce((SELECT string_agg(${item}, ',' ORDER BY ${identifier(order)}) FROM ${rows}), '') || ']')::json`

const textOf = (column: string) => Prisma.sql`coalesce(to_json(${identifier(column)})::text, 'null')`

/** The allocations of a payment or credit note to invoices, as JSON. */
export const allocationsOf = (source: Source) =>
  arrayOf(Prisma.sql`'{"invoice_id":' || invoice_id || ',"amount":' || share || '}'`, 'place', sharesOf(source))

/** The refunds of a payment or credit note, as JSON. */
export const refundsOf = (source: Source) =>
  arrayOf(
    Prisma.sql`'{"id":' || refund_id || ',"amount":' || share || ',"paid_on":' || to_json(day) || ',"method":' || ${textOf('how')} || ',"reference":' || ${textOf('words')} || '}'`,
    'refund_id',
    refundsFrom(source),
  )

/** The unallocated and unrefunded rest of a payment or credit note. */
export const unallocatedOf = (whole: string, source: Source) => Prisma.sql`trim_scale(${identifier(whole)}
  - (SELECT coalesce(sum(share), 0) FROM ${sharesOf(source)}) - (SELECT coalesce(sum(share), 0) FROM ${refundsFrom(source)}))`

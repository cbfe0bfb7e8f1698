import { bigint, identifier, orNull, Prisma } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'
import { voidedAt } from './journal-statements.ts'

interface Filled {
  readonly name: string
  readonly table: string
  readonly id: string
  /** True for rows of an earlier version. */
  readonly isLeft: Prisma.Sql
  /** Fills the rows to which a condition applies. */
  readonly fill: (condition: Prisma.Sql) => Prisma.Sql
}

/** Functions of PostgreSQL are called in a SELECT, because SET would call them again for a row that another write changed. */
const settingFrom =
  (table: string, id: string, columns: Readonly<Record<string, Prisma.Sql>>) => (where: Prisma.Sql) => {
    const names = Object.keys(columns).map(identifier)
    const given = Object.entries(columns).map(([name, value]) => Prisma.sql`${value} AS ${identifier(name)}`)
    return Prisma.sql`
    UPDATE ${identifier(table)} SET ${Prisma.join(names.map((name) => Prisma.sql`${name} = given.${name}`))}
    FROM (SELECT workspace_id AS firm, ${identifier(id)} AS place, ${Prisma.join(given)} FROM ${identifier(table)} WHERE ${where}) AS given
    WHERE workspace_id = firm AND ${identifier(id)} = given.place`
  }

/** Past entries keep the day that they have in today's time zone, and the name that the client has today. */
const fillDays = ({ name, table, id, isLeft, fill }: Filled): Backfill => ({
  name,
  find: (db) =>
    workspacesWhere(
      db,
      Prisma.sql`EXISTS (SELECT FROM ${identifier(table)} WHERE ${identifier(table)}.workspace_id = workspaces.id AND ${isLeft})`,
    ),
  async fill({ sql, workspaceId }, { after, limit }) {
    const ofPage = Prisma.sql`workspace_id = ${workspaceId} AND ${identifier(id)} IN (SELECT place FROM page) AND ${isLeft}`
    const [row] = await sql.rows({ last: orNull(bigint) })`
      WITH page AS MATERIALIZED (
        SELECT ${identifier(id)} AS place FROM ${identifier(table)}
        WHERE workspace_id = ${workspaceId} AND ${identifier(id)} > ${after} ORDER BY ${identifier(id)} LIMIT ${limit}
      ), filled AS (${fill(ofPage)})
      SELECT max(place) AS last FROM page`
    return row?.last == null ? undefined : Number(row.last)
  },
  count: (db) => countLeft(db, Prisma.sql`SELECT ${isLeft} AS is_left FROM ${identifier(table)}`),
})

const unnoted = Prisma.sql`(written_off - coalesce((
  SELECT sum(amount) FROM write_offs WHERE write_offs.workspace_id = invoices.workspace_id AND write_offs.invoice_id = invoices.invoice_id), 0))`

const fillMoney = (table: 'payments' | 'refunds') =>
  fillDays({
    name: `journal days of ${table}`,
    table,
    id: 'id',
    isLeft: Prisma.sql`(reversed_on IS NULL AND deleted_at IS NOT NULL OR booked_name IS NULL AND client_id IN (
      SELECT clients.id FROM clients WHERE clients.workspace_id = ${identifier(table)}.workspace_id))`,
    fill: settingFrom(table, 'id', {
      reversed_on: Prisma.sql`coalesce(reversed_on, firm_day(workspace_id, deleted_at))`,
      booked_name: Prisma.sql`coalesce(booked_name, name_of_client(workspace_id, client_id))`,
    }),
  })

/** Stores the days of journal entries that earlier versions wrote, because another time zone would move them. */
export const fillJournalDays: readonly Backfill[] = [
  fillDays({
    name: 'journal days of void invoices',
    table: 'invoices',
    id: 'invoice_id',
    isLeft: Prisma.sql`(voided_on IS NULL AND status = 'cancelled' AND frozen IS NOT NULL AND ${voidedAt} IS NOT NULL)`,
    fill: settingFrom('invoices', 'invoice_id', { voided_on: Prisma.sql`firm_day(workspace_id, ${voidedAt})` }),
  }),
  // From before write-offs had rows.
  fillDays({
    name: 'write-offs without a row',
    table: 'invoices',
    id: 'invoice_id',
    isLeft: Prisma.sql`(written_off > 0 AND written_off_at IS NOT NULL AND ${unnoted} <> 0)`,
    fill: (condition) => Prisma.sql`
      INSERT INTO write_offs (workspace_id, invoice_id, amount, at)
      SELECT workspace_id, invoice_id, ${unnoted}, written_off_at FROM invoices WHERE ${condition}`,
  }),
  fillDays({
    name: 'journal days of write-offs',
    table: 'write_offs',
    id: 'id',
    isLeft: Prisma.sql`booked_on IS NULL`,
    fill: settingFrom('write_offs', 'id', { booked_on: Prisma.sql`firm_day(workspace_id, at)` }),
  }),
  fillMoney('payments'),
  fillMoney('refunds'),
]

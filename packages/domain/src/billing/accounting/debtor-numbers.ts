import { bigint, filled, int, list } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { isForDatev } from './settings.ts'
import type { AccountingSettings } from './settings.ts'

/** The debtor number of each client that has one. */
export async function debtorNumbersOf(sql: Sql, workspaceId: number, clientIds: readonly number[]) {
  const rows = await sql.rows({ client_id: bigint, number: filled(int) })`
    SELECT client_id, debtor_number AS number FROM client_billing
    WHERE workspace_id = ${workspaceId} AND client_id = ANY (${list(clientIds, 'bigint')}) AND debtor_number IS NOT NULL`
  return new Map(rows.map(({ client_id: id, number }) => [Number(id), number]))
}

interface NumberRange {
  /** The account of documents without a client. The first client gets the next number. */
  readonly first: number
  readonly last: number
}

/** The debtor numbers of a firm. Outside of DATEV, all numbers have as many digits as the first. */
export function numberRangeOf(settings: AccountingSettings): NumberRange | undefined {
  const { first_debtor_number: first, account_length: length } = settings
  if (first === null) return undefined
  if (!isForDatev(settings)) return { first, last: 10 ** String(first).length - 1 }
  return length === null ? undefined : { first, last: 7 * 10 ** length - 1 }
}

/**
 * Gives each client without a debtor number the lowest free one, in the order of their IDs, and returns all numbers. The workspace is locked, so
 * parallel exports cannot give one number twice.
 * @throws RefusedError when there are not enough numbers.
 */
export async function assignDebtorNumbers(
  { sql, workspaceId }: Tx,
  clientIds: readonly number[],
  { first, last }: NumberRange,
): Promise<ReadonlyMap<number, number>> {
  await sql.run`
    INSERT INTO client_billing (workspace_id, client_id, debtor_number)
    SELECT ${workspaceId}, client_id, number FROM (
      SELECT client_id, row_number() OVER (ORDER BY client_id) AS place FROM unnest(${list(clientIds, 'bigint')}) AS client_id
      WHERE NOT EXISTS (
        SELECT FROM client_billing AS known
        WHERE known.workspace_id = ${workspaceId} AND known.client_id = client_id.client_id AND debtor_number IS NOT NULL)
    ) AS unnumbered JOIN (
      SELECT number, row_number() OVER (ORDER BY number) AS place FROM (
        -- One after the other: generate_series in FROM would make all of them first, and so would the sort of a join, which
        -- NOT EXISTS can become. PostgreSQL does not join what a subquery selects.
        SELECT number FROM (SELECT generate_series(${first + 1}::int, ${last}::int) AS number) AS candidates
        WHERE NOT (SELECT EXISTS (
          SELECT FROM client_billing WHERE workspace_id = ${workspaceId} AND debtor_number = number))
        LIMIT ${clientIds.length}) AS free
    ) AS numbers USING (place)
    ON CONFLICT (workspace_id, client_id) DO UPDATE SET debtor_number = excluded.debtor_number`
  const known = await debtorNumbersOf(sql, workspaceId, clientIds)
  if (known.size < new Set(clientIds).size)
    throw conflict(
      `The debtor numbers up to ${last} are used up. Ask your accountant for a longer account length, then change it in the accounting settings.`,
    )
  return known
}

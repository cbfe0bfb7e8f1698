import { bool } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

const steps = {
  firm_described: bool,
  rate_set: bool,
  client_added: bool,
  matter_opened: bool,
  time_recorded: bool,
  invoice_made: bool,
}

/** The steps that a practice has taken towards its first invoice. A firm that has billed once has set its rates. */
export async function firstSteps(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows(steps)`
    SELECT *, invoice_made OR EXISTS (SELECT FROM rates WHERE workspace_id = ${workspaceId}) AS rate_set FROM (
      SELECT EXISTS (SELECT FROM firm_profiles WHERE workspace_id = ${workspaceId} AND legal_name IS NOT NULL) AS firm_described,
        EXISTS (SELECT FROM clients WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS client_added,
        EXISTS (SELECT FROM matters WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS matter_opened,
        EXISTS (SELECT FROM time_entries WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS time_recorded,
        EXISTS (SELECT FROM invoices WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS invoice_made) AS done`
  if (!row) throw new Error('The first steps were not counted')
  return row
}

/** The steps that have been taken with the API in this workspace. */
export async function firstStepsWithApi(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows({ key_made: bool, first_call: bool, endpoint_made: bool, first_delivery: bool })`
    SELECT EXISTS (SELECT FROM api_keys WHERE workspace_id = ${workspaceId}) AS key_made,
      EXISTS (SELECT FROM api_keys WHERE workspace_id = ${workspaceId} AND last_used_at IS NOT NULL) AS first_call,
      EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = ${workspaceId}) AS endpoint_made,
      EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND last_success_at IS NOT NULL) AS first_delivery`
  return row ?? { key_made: false, first_call: false, endpoint_made: false, first_delivery: false }
}

import { bigint, bool, bytes, float, int, orNull, text, texts, timestamp, uuid } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

const deliveryColumns = {
  id: bigint,
  endpoint_id: bigint,
  event_id: uuid,
  status: text,
  attempt_count: int,
  next_in: orNull(float),
  last_status_code: orNull(int),
  last_error: orNull(text),
  lease_id: orNull(uuid),
}

const attemptColumns = {
  id: uuid,
  webhook_delivery_id: bigint,
  attempt: int,
  outcome: orNull(text),
  status_code: orNull(int),
  response_body: orNull(text),
  response_headers: orNull(text),
  duration_ms: orNull(int),
}

const endpointColumns = {
  is_active: bool,
  failure_count: int,
  last_delivery_at: orNull(timestamp),
  first_failure_at: orNull(timestamp),
  failed_event_ids: texts,
  disabled_at: orNull(timestamp),
  disabled_reason: orNull(text),
  circuit_level: int,
  circuit_open_until: orNull(timestamp),
  open_for: orNull(float),
  secret: bytes,
  previous_secret: orNull(bytes),
  previous_secret_expires_at: orNull(timestamp),
  resume_held_until: orNull(timestamp),
  skip_held_until: orNull(timestamp),
}

/** Reads the rows of webhooks, as the tests compare them. */
export function rowsOf(db: Sql) {
  return {
    deliveries: () =>
      db.rows(deliveryColumns)`
        SELECT id, endpoint_id, event_id, status, attempt_count, extract(epoch FROM next_attempt_at - now())::float8 AS next_in,
               last_status_code, last_error, lease_id FROM webhook_deliveries ORDER BY id`,
    /** The statuses that any delivery has. */
    async statuses() {
      const rows = await db.rows({ status: text })`SELECT DISTINCT status FROM webhook_deliveries`
      return new Set(rows.map(({ status }) => status))
    },
    attempts: () => db.rows(attemptColumns)`
      SELECT id, webhook_delivery_id, attempt, outcome, status_code, response_body, response_headers, duration_ms
      FROM webhook_attempts ORDER BY webhook_delivery_id, attempt, started_at`,
    async endpoint({ id }: { readonly id: number }) {
      const [row] = await db.rows(endpointColumns)`
        SELECT is_active, failure_count, last_delivery_at, first_failure_at, failed_event_ids::text[], disabled_at, disabled_reason, circuit_level, circuit_open_until,
               extract(epoch FROM circuit_open_until - now())::float8 AS open_for, secret, previous_secret, previous_secret_expires_at, resume_held_until, skip_held_until
        FROM webhook_endpoints WHERE id = ${id}`
      if (!row) throw new Error('No such endpoint')
      return row
    },
  }
}

import { Prisma } from '@matterbase/db'

/**
 * A recursive query: the endpoints for which deliveries of a kind wait, in their order, and when the first of them is
 * due. It goes from endpoint to endpoint through the index of what waits, not through all that wait nor past
 * endpoints for which nothing does, and only as far as it is read.
 *
 * @param name what it is called in the WITH RECURSIVE that it belongs to.
 * @param waits the condition of the deliveries, written as that of their index.
 * @param behind the endpoint before the first, as `workspace_id, id`.
 */
export const waitingEndpoints = (name: Prisma.Sql, waits: Prisma.Sql, behind: Prisma.Sql) => Prisma.sql`
  (${next(waits, behind)})
  UNION ALL
  SELECT next.* FROM ${name} CROSS JOIN LATERAL (${next(waits, Prisma.sql`${name}.workspace_id, ${name}.id`)}) AS next`

const next = (waits: Prisma.Sql, behind: Prisma.Sql) => Prisma.sql`
  SELECT delivery.workspace_id, delivery.endpoint_id AS id, delivery.next_attempt_at AS due_at
  FROM webhook_deliveries AS delivery
  WHERE ${waits} AND (delivery.workspace_id, delivery.endpoint_id) > (${behind})
  ORDER BY delivery.workspace_id, delivery.endpoint_id, delivery.next_attempt_at LIMIT 1`

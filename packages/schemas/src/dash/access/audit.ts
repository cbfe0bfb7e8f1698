import { z } from 'zod'
import { CursorQuery } from '../../fields/lists.ts'
import { environments } from '../../resources/me.ts'
import { Id, text, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  /** Null for what concerns neither workspace. */
  environment: z.enum(environments).nullable(),
  /** An email address, `API key CRM (7)` or `command line`. */
  actor: z.string(),
  /** Such as `key.created`. */
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})

/** Filters of the audit log: an action or its part before the dot, and a person. */
const auditFilters = { action: text(100).optional(), actor: text(254).optional() }

export const audit = {
  list: {
    method: 'get',
    path: '/audit',
    operationId: 'listAuditEntries',
    summary: 'Who did what in the account, latest first',
    scope: 'audit:read',
    query: CursorQuery.extend(auditFilters),
    responses: {
      200: z.object({
        count: z.int(),
        limit: z.int(),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
        data: z.array(AuditEntry),
      }),
    },
  },
} as const satisfies DashResource

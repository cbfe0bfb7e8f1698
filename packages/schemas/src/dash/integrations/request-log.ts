import { z } from 'zod'
import { CursorQuery, cursorPageOf } from '../../fields/lists.ts'
import { Id, PathId, text, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const entry = {
  id: Id,
  request_id: z.string(),
  at: Timestamp,
  method: z.string(),
  /** Below the base path: `/matters/42`. */
  path: z.string(),
  query: z.string().nullable(),
  /** An operationId of the REST contract; null when the path has no such method. */
  operation: z.string().nullable(),
  /** 499: the caller went away before the answer. */
  status: z.int(),
  duration_ms: z.number(),
  error_code: z.string().nullable(),
  api_key_id: z.int(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
}

const LoggedRequest = z.object(entry)

const LoggedRequestWithBodies = z.object({
  ...entry,
  /** The first 16 KiB, without secrets. Null without a body, or after 7 days. */
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
})

/** The filters of the request log. */
const statusClasses = ['success', 'error', '4xx', '5xx'] as const

export const requestLog = {
  list: {
    method: 'get',
    path: '/request-log',
    operationId: 'listRequests',
    summary: 'The requests that the keys of the workspace made, newest first; kept for 30 days',
    scope: 'logs:read',
    query: CursorQuery.extend({
      status: z.enum(statusClasses).optional(),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).optional(),
      /** The beginning of the path. */
      path: text(255).optional(),
      key: PathId.optional(),
      request_id: text(128).optional(),
    }),
    responses: { 200: cursorPageOf(LoggedRequest) },
  },
  get: {
    method: 'get',
    path: '/request-log/{ref}',
    operationId: 'getRequest',
    summary: 'One request with its bodies, by its id here or by its X-Request-Id',
    scope: 'logs:read',
    params: z.object({ ref: z.string().regex(/^[\w.-]{1,128}$/) }),
    responses: {
      200: z.object({
        data: LoggedRequestWithBodies,
        /** The last 50 other requests with the same X-Request-Id: callers choose it, and can repeat it. */
        others: z.array(LoggedRequest),
      }),
    },
  },
} as const satisfies DashResource

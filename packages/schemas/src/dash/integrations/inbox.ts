import { z } from 'zod'
import { Id, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const scope = 'webhooks:write'

const Inbox = z.object({
  url: z.string(),
  /** The webhook endpoint that sends to it. */
  endpoint_id: Id,
  created_at: Timestamp,
})

const Received = z.object({
  id: Id,
  received_at: Timestamp,
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  /** The encoding of the body. */
  encoding: z.enum(['utf8', 'base64']),
})

const success = z.object({ success: z.literal(true) })

export const inbox = {
  get: {
    method: 'get',
    path: '/inbox',
    operationId: 'getInbox',
    summary: 'The test inbox of the workspace, if it has one, and what it received, newest first',
    scope,
    responses: { 200: z.object({ inbox: Inbox.nullable(), requests: z.array(Received) }) },
  },
  create: {
    method: 'post',
    path: '/inbox',
    operationId: 'createInbox',
    summary: 'Make a receiver on this server, and a webhook endpoint that sends everything to it',
    scope,
    responses: { 201: z.object({ inbox: Inbox, secret: z.string().startsWith('whsec_') }) },
  },
  clear: {
    method: 'post',
    path: '/inbox/clear',
    operationId: 'clearInbox',
    summary: 'Forget what the test inbox received',
    scope,
    responses: { 200: success },
  },
  delete: {
    method: 'delete',
    path: '/inbox',
    operationId: 'deleteInbox',
    summary: 'Take the test inbox away, and its webhook endpoint',
    scope,
    responses: { 200: success },
  },
} as const satisfies DashResource

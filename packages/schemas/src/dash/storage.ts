import { z } from 'zod'
import { environments } from '../resources/me.ts'
import type { DashResource } from './operation.ts'

export const storageKinds = [
  'documents',
  'logos',
  'mails',
  'records',
  'events',
  'request_log',
  'stored_answers',
] as const

/** The bytes that the account stores, and the limit of the operator. */
export const storage = {
  get: {
    method: 'get',
    path: '/storage',
    operationId: 'getStorage',
    summary: 'The bytes that the account stores, by kind and workspace, and their limit',
    scope: 'settings:write',
    responses: {
      200: z.object({
        data: z.object({
          used_bytes: z.int(),
          limit_bytes: z.int(),
          /** The largest first. */
          parts: z.array(
            z.object({
              kind: z.enum(storageKinds),
              environment: z.enum(environments),
              rows: z.int(),
              bytes: z.int(),
            }),
          ),
        }),
      }),
    },
  },
} as const satisfies DashResource

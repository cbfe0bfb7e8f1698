import { z } from 'zod'
import type { DashResource } from './operation.ts'
import { permissions, roles } from './permissions.ts'
import type { Role } from './permissions.ts'

const Session = z.object({
  user: z.object({ id: z.uuid(), email: z.string(), name: z.string(), totp_enabled: z.boolean() }),
  account: z.object({ owner_uuid: z.uuid(), name: z.string() }),
  role: z.enum(Object.keys(roles) as Role[]),
  permissions: z.array(z.enum(permissions)),
  /** Where the service is reached, without a trailing slash. */
  public_url: z.string(),
  /** Whether passwords and cookies can be read on their way. */
  is_encrypted: z.boolean(),
})

export const session = {
  get: {
    method: 'get',
    path: '/session',
    operationId: 'getSession',
    summary: 'Who is signed in',
    scope: null,
    responses: { 200: Session },
  },
} as const satisfies DashResource

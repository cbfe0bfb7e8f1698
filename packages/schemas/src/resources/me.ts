import { z } from 'zod'
import type { Resource } from '../operations/operation.ts'
import { Id } from '../fields/primitives.ts'
import { scopes } from '../operations/scopes.ts'

export const environments = ['live', 'test'] as const
export const rateTiers = ['free', 'pro', 'enterprise'] as const

const KeyIdentity = z
  .object({
    key: z.object({
      id: Id,
      name: z.string().meta({ example: 'CRM sync' }),
      environment: z.enum(environments),
      scopes: z.array(z.enum(scopes)).meta({ example: ['matters:read', 'matters:write'] }),
      rate_tier: z.enum(rateTiers),
    }),
    owner_uuid: z
      .uuid()
      .meta({ pattern: undefined, description: 'The account.', example: '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21' }),
  })
  .meta({ id: 'KeyIdentity' })

export const me = {
  get: {
    method: 'get',
    path: '/me',
    operationId: 'getMe',
    summary: 'Get the key in use',
    description: 'What the API key of this request is, and whose it is.',
    scope: null,
    responses: { 200: KeyIdentity },
  },
} as const satisfies Resource

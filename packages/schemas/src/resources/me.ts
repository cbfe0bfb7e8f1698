import { z } from 'zod'
import type { Resource } from '../operations/operation.ts'
import { Id } from '../fields/primitives.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { scopes } from '../operations/scopes.ts'

export const environments = ['live', 'test'] as const
export const rateTiers = ['free', 'pro', 'enterprise'] as const

export const Environment = namedEnum('Environment', environments, 'The workspace: what is real, or what is only tried.')

const KeyIdentity = z
  .object({
    key: z
      .object({
        id: Id.meta({ description: 'The id of the key.' }),
        name: z.string().meta({ description: 'What it was called when it was made.', example: 'CRM sync' }),
        environment: Environment,
        scopes: z
          .array(namedEnum('Scope', scopes, 'What a key can be allowed to do. Writing does not imply reading.'))
          .meta({ description: 'What the key may do.', example: ['matters:read', 'matters:write'] }),
        rate_tier: namedEnum('RateTier', rateTiers, 'How many requests a minute the key may make: 100, 1000 or any.'),
      })
      .meta({ description: 'The key in use.' }),
    owner_uuid: z.uuid().meta({
      pattern: undefined,
      description: 'The account that the key belongs to.',
      example: '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21',
    }),
  })
  .meta({ id: 'KeyIdentity', description: 'What the key in use is, and whose.' })

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

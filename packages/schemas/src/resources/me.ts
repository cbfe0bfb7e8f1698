import { z } from 'zod'
import type { Resource } from '../operations/operation.ts'
import { Epoch } from '../fields/epoch.ts'
import { Id } from '../fields/primitives.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { scopes } from '../operations/scopes.ts'

export const environments = ['live', 'test'] as const
export const rateTiers = ['free', 'pro', 'enterprise'] as const

export const Environment = namedEnum(
  'Environment',
  environments,
  'Workspace of the API key: `live` has the data of the firm, `test` has data to try things out.',
)

const KeyIdentity = z
  .object({
    key: z
      .object({
        id: Id.meta({ description: 'ID of the API key.' }),
        name: z.string().meta({ description: 'Name of the API key, as its creator chose it.', example: 'CRM sync' }),
        environment: Environment.meta({ example: 'test' }),
        scopes: z
          .array(
            namedEnum('Scope', scopes, 'A permission of an API key. A write scope does not include the read scope.'),
          )
          .meta({ description: 'Scopes of the API key.', example: ['matters:read', 'matters:write'] }),
        rate_tier: namedEnum(
          'RateTier',
          rateTiers,
          'Rate limit of the API key: `free` 100 requests a minute, `pro` 1,000, `enterprise` unlimited.',
        ),
        acts_for: z.uuid().nullable().meta({
          pattern: undefined,
          description:
            'ID of the member of the account that the API key acts for. New time entries and expenses without a `user_id` get this member. Null if the key acts for no member.',
          example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
        }),
      })
      .meta({ description: 'API key of this request.' }),
    workspace: z.object({ epoch: Epoch }).meta({ description: 'Workspace of the API key.' }),
    owner_uuid: z.uuid().meta({
      pattern: undefined,
      description: 'ID of the account that the API key belongs to.',
      example: '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21',
    }),
  })
  .meta({ id: 'KeyIdentity', description: 'The API key of this request, its workspace and its account.' })

export const me = {
  get: {
    method: 'get',
    path: '/me',
    operationId: 'getMe',
    summary: 'Get the API key in use',
    description:
      'Returns the API key of this request: its environment, scopes and rate tier, and the account that it belongs to. Use it to check a new key.',
    scope: null,
    responses: { 200: KeyIdentity },
  },
} as const satisfies Resource

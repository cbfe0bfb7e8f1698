import { z } from 'zod'
import { makeReferable } from '../crud/related.ts'
import { fieldsParam } from '../fields/fields-param.ts'
import { PageQuery, pageOf } from '../fields/lists.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { Timestamp } from '../fields/primitives.ts'
import { booleanParam, emailText } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'

/** The roles of members. `dash/access/permissions.ts` has the permissions of each. */
const userRoles = ['owner', 'lawyer', 'developer', 'read-only'] as const

export type UserRole = (typeof userRoles)[number]

/** The classes of timekeepers in LEDES 1998B. */
export const timekeeperClasses = ['PT', 'AS', 'OC', 'PL', 'LA', 'OT'] as const

const id = '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57'
const UserId = z.uuid().meta({ pattern: undefined, example: id })
const limited = 'Null without the scope `users:read`.'

const User = z
  .object({
    id: UserId.meta({
      description:
        'ID of the user, equal in live and test. Time entries, expenses and API keys (`acts_for`) refer to it.',
    }),
    name: z.string().meta({ description: 'Name of the user.', example: 'Ada Lovelace' }),
    email: z
      .string()
      .nullable()
      .meta({ format: 'email', description: `Email address of the user. ${limited}`, example: 'ada@example.com' }),
    role: namedEnum('UserRole', userRoles, 'Role of a member in the account. A former member has the last role.')
      .nullable()
      .meta({ example: 'lawyer' }),
    initials: z.string().meta({
      description: 'Initials of the user, as an owner set them. Default: the first letters of the first and last name.',
      example: 'AL',
    }),
    timekeeper_id: z
      .string()
      .nullable()
      .meta({ description: `Timekeeper ID in LEDES files of the workspace. ${limited}`, example: 'AL7' }),
    timekeeper_classification: namedEnum(
      'TimekeeperClassification',
      timekeeperClasses,
      'Classification of a timekeeper in LEDES files: `PT` partner, `AS` associate, `OC` counsel, `PL` paralegal, `LA` legal assistant, `OT` other.',
    )
      .nullable()
      .meta({ example: 'PT' }),
    is_active: z.boolean().meta({
      description: 'Whether the user is a member of the account. `false` for a former member.',
      example: true,
    }),
    removed_at: Timestamp.nullable().meta({
      description: `Time at which the user was removed from the account. Null for a current member. ${limited}`,
      example: null,
    }),
    created_at: Timestamp.nullable().meta({ description: `Time at which the user joined the account. ${limited}` }),
    updated_at: Timestamp.nullable().meta({
      description: `Time of the last change of the name, role, initials or timekeeper, or of the removal. ${limited}`,
    }),
  })
  .meta({
    id: 'User',
    description:
      'A current or former member of the account. You can read users; owners manage them in the dashboard. Without the scope `users:read`, all fields except `id`, `name`, `initials` and `is_active` are null.',
  })

// Everyone who reads the ID on a record can see whose it is.
makeReferable('users', { entity: User, noun: 'user', read: null })

const reading = { method: 'get', scope: 'users:read', limitedScope: 'matters:read' } as const
const fields = fieldsParam(User)

export const users = {
  list: {
    ...reading,
    path: '/users',
    operationId: 'listUsers',
    summary: 'List users',
    description:
      'Returns one page of the members of the account, the first one to join first. A key with `matters:read` but without `users:read` gets `id`, `name`, `initials` and `is_active`; all other fields are null.',
    query: PageQuery.extend({
      email: emailText.optional().meta({
        description: 'Only the user with this `email`. Case is ignored. Needs the scope `users:read`.',
      }),
      include_removed: booleanParam.meta({
        type: 'boolean',
        default: false,
        description: 'Adds former members, whose `is_active` is `false`.',
      }),
      ...fields,
    }),
    responses: { 200: pageOf('data', User, { id: 'UserList', description: 'One page of users.' }) },
  },
  get: {
    ...reading,
    path: '/users/{id}',
    operationId: 'getUser',
    summary: 'Get a user',
    description:
      'Returns the current or former member with this ID. A key with `matters:read` but without `users:read` gets `id`, `name`, `initials` and `is_active`; all other fields are null.',
    params: z.object({ id: UserId.meta({ description: 'ID of the user.' }) }),
    query: z.object(fields),
    responses: { 200: z.object({ data: User }) },
  },
} as const satisfies Resource

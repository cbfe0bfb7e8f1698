// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { ListParams, Lookups } from '../resources/crud.ts'

/**
 * Every user role, for select boxes and checks at run time. Role of a member in the account. A former member has the
 * last role.
 */
export const userRoles = ['owner', 'lawyer', 'developer', 'read-only'] as const

/** One of `userRoles`. */
export type UserRole = (typeof userRoles)[number]

/**
 * Every timekeeper classification, for select boxes and checks at run time. Classification of a timekeeper in LEDES
 * files: `PT` partner, `AS` associate, `OC` counsel, `PL` paralegal, `LA` legal assistant, `OT` other.
 */
export const timekeeperClassifications = ['PT', 'AS', 'OC', 'PL', 'LA', 'OT'] as const

/** One of `timekeeperClassifications`. */
export type TimekeeperClassification = (typeof timekeeperClassifications)[number]

/**
 * A current or former member of the account. You can read users; owners manage them in the dashboard. Without the scope
 * `users:read`, all fields except `id`, `name`, `initials` and `is_active` are null.
 */
export interface User {
  /** ID of the user, equal in live and test. Time entries, expenses and API keys (`acts_for`) refer to it. */
  id: string
  /** Name of the user. */
  name: string
  /** Email address of the user. Null without the scope `users:read`. */
  email: string | null
  /** Role of a member in the account. A former member has the last role. */
  role: UserRole | null
  /** Initials of the user, as an owner set them. Default: the first letters of the first and last name. */
  initials: string
  /** Timekeeper ID in LEDES files of the workspace. Null without the scope `users:read`. */
  timekeeper_id: string | null
  /**
   * Classification of a timekeeper in LEDES files: `PT` partner, `AS` associate, `OC` counsel, `PL` paralegal, `LA`
   * legal assistant, `OT` other.
   */
  timekeeper_classification: TimekeeperClassification | null
  /** Whether the user is a member of the account. `false` for a former member. */
  is_active: boolean
  /**
   * Time at which the user was removed from the account. Null for a current member. Null without the scope
   * `users:read`. ISO 8601, UTC, with milliseconds.
   */
  removed_at: string | null
  /**
   * Time at which the user joined the account. Null without the scope `users:read`. ISO 8601, UTC, with milliseconds.
   */
  created_at: string | null
  /**
   * Time of the last change of the name, role, initials or timekeeper, or of the removal. Null without the scope
   * `users:read`. ISO 8601, UTC, with milliseconds.
   */
  updated_at: string | null
}

/** Filters of the list of users. */
export interface UserListParams extends ListParams {
  /** Only the user with this `email`. Case is ignored. Needs the scope `users:read`. */
  readonly email?: string | undefined
  /** Adds former members, whose `is_active` is `false`. */
  readonly include_removed?: boolean | undefined
}

/** The operations of users, which are read-only. */
export type Users = Lookups<User, UserListParams>

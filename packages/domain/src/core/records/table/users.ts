import { identifier, jsonOf, Prisma } from '@matterbase/db'
import type { JsonColumns } from '@matterbase/db'
import { isAllowed } from '../../verbs/actor.ts'
import type { AccountActor } from '../../verbs/actor.ts'

const titles =
  '^([[:alpha:]]{1,6}\\.(-[[:alpha:]]+\\.?)*|dr|prof|mr|mrs|ms|mx|sir|dame|herr|frau|me|ma[iî]tre|ra|rain|stb|mag|dipl)$'
const suffixes = '^(ll\\.?m\\.?|m\\.?a\\.?|ph\\.?d\\.?|jr\\.?|sr\\.?|ii|iii|esq\\.?|qc|kc|mba)$'

/** The first letters of the first and the last name without titles, as the dashboard computes them (`person-names.ts`). */
const initialsOf = (name: Prisma.Sql) => Prisma.sql`(
  SELECT upper(string_agg(left(word, 1), '' ORDER BY place)) FROM (
    SELECT word, place, coalesce(min(place) FILTER (WHERE word !~* ${Prisma.raw(`'${titles}'`)}) OVER (), min(place) OVER ()) AS first,
           max(place) OVER () AS last
    FROM regexp_split_to_table(${name}, '[\\s,]+') WITH ORDINALITY AS split (word, place)
    WHERE word <> '' AND word !~* ${Prisma.raw(`'${suffixes}'`)}
  ) AS names WHERE place IN (first, last))`

/** A user without a name has the first part of the email address as the name. */
const nameOfMember = Prisma.sql`coalesce(nullif(member.name, ''), split_part(member.email, '@', 1))`

/** The typed initials of the user `member`, or the computed ones. */
export const memberInitials = Prisma.sql`coalesce(initials, ${initialsOf(nameOfMember)}, '')`

/**
 * The current and former members of the account of a workspace, as rows. Removed members stay, so that old work keeps
 * its name.
 *
 * @param workspace the ID of the workspace, which has its own timekeepers.
 */
export const usersOf = (workspace: Prisma.Sql): Prisma.Sql => {
  const owner = Prisma.sql`(SELECT owner_uuid FROM workspaces WHERE workspaces.id = ${workspace})`
  return Prisma.sql`(
  SELECT member.id, ${nameOfMember} AS name, member.email, role, ${memberInitials} AS initials,
         timekeeper_id, classification AS timekeeper_classification, removed_at IS NULL AS is_active, removed_at,
         joined_at AS created_at, greatest(joined_at, changed_at, removed_at, member.updated_at) AS updated_at
  FROM (
    SELECT user_id, role, initials, created_at AS joined_at, updated_at AS changed_at, NULL::timestamptz AS removed_at
    FROM memberships WHERE memberships.owner_uuid = ${owner}
    UNION ALL
    SELECT user_id, role, initials, created_at, NULL, removed_at FROM former_members WHERE former_members.owner_uuid = ${owner}
  ) AS membership JOIN users AS member ON member.id = membership.user_id
  LEFT JOIN timekeepers ON timekeepers.workspace_id = ${workspace} AND timekeepers.user_id = member.id)`
}

const columns: JsonColumns = {
  id: 'plain',
  name: 'plain',
  email: 'plain',
  role: 'plain',
  initials: 'plain',
  timekeeper_id: 'plain',
  timekeeper_classification: 'plain',
  is_active: 'plain',
  removed_at: 'timestamp',
  created_at: 'timestamp',
  updated_at: 'timestamp',
}

/** Visible to everyone who reads a record with the ID of the user. */
const limited = ['id', 'name', 'initials', 'is_active']

const limitedColumns: JsonColumns = Object.fromEntries(
  Object.entries(columns).map(([name, kind]) => [
    name,
    limited.includes(name) ? kind : { counted: Prisma.sql`NULL::text` },
  ]),
)

/** The columns of a user in the responses to this actor. The others are null without `users:read`. */
export const userColumns = (actor: Pick<AccountActor, 'permissions'>): JsonColumns =>
  isAllowed(actor, 'users:read') ? columns : limitedColumns

/** The user with the ID in a column of the row `page`, as JSON text. */
export const relatedUser = (actor: Pick<AccountActor, 'permissions'>, column: string): Prisma.Sql => Prisma.sql`(
  SELECT ${jsonOf(userColumns(actor), 'related')} FROM ${usersOf(Prisma.sql`page.workspace_id`)} AS related
  WHERE related.id = page.${identifier(column)})`

import { hashKey, historyColumns, historyOf, maxTierOf, tierWithin } from '@matterbase/domain'
import type { Visitor } from '@matterbase/domain'
import {
  bool,
  bytes,
  createCoalescer,
  environment,
  filled,
  int,
  list,
  orNull,
  Prisma,
  rateTier,
  someOf,
  text,
  uuid,
} from '@matterbase/db'
import type { Db, Requester, Row } from '@matterbase/db'
import { scopes } from '@matterbase/schemas'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from './caller.ts'

type KeyCaller = Caller & Required<Pick<Caller, 'key' | 'history'>>

const keyColumns = {
  key_hash: bytes,
  id: int,
  name: text,
  scopes: someOf(scopes),
  acts_for: orNull(uuid),
  rate_tier: filled(rateTier),
  max_tier: filled(rateTier),
  workspace_id: int,
  environment,
  owner_uuid: text,
  used_lately: bool,
  is_full: bool,
  ...historyColumns,
}

type KeyRow = Row<typeof keyColumns>

// The form of all API keys. Other strings need no lookup.
const form = /^mb_(?:live|test)_[0-9A-Za-z]{43}$/

/** The SHA-256 of the key in this header. @throws ApiError missing_key, invalid_key. */
export function keyHashOf(authorization = ''): Uint8Array {
  const [, token = ''] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? []
  if (!/^Bearer +\S/i.test(authorization))
    throw unauthorized('missing_key', 'No API key. Send `Authorization: Bearer mb_test_…`.')
  if (!token)
    throw unauthorized(
      'invalid_key',
      'The Authorization header is not `Bearer <API key>`. Send the word Bearer, a space and one API key.',
    )
  if (!form.test(token)) throw unknownKey()
  return hashKey(token)
}

/** Finds the caller of a key. @throws ApiError invalid_key. */
export type Authenticate = (keyHash: Uint8Array, from?: Partial<Visitor>, requester?: Requester) => Promise<KeyCaller>

/**
 * Looks up the key in the database for each request, so that all processes refuse a revoked key immediately. Concurrent
 * requests share one query.
 */
export function authenticator(db: Db): Authenticate {
  // One queue per key, because the workspace is known only after the lookup.
  const find = createCoalescer<string, Uint8Array, KeyRow | undefined>({
    run: (hashes) => findKeys(db, hashes),
    longest: Number.POSITIVE_INFINITY,
  })
  // One of the concurrent requests with a key is enough. The others would wait for its commit.
  const noting = new Set<number>()
  return async (keyHash, from = {}, requester) => {
    const row = await find(textOf(keyHash), keyHash, requester)
    if (!row) throw unknownKey()
    if (!row.used_lately && !noting.has(row.id)) {
      noting.add(row.id)
      await noteUse(db, row, from).finally(() => noting.delete(row.id))
    }
    const { id, name, scopes: granted, rate_tier: tier, acts_for: actsFor, epoch, latest, gaps } = row
    const key = { kind: 'key' as const, id, name, scopes: granted, rateTier: tier, actsFor, ...from }
    return {
      workspaceId: row.workspace_id,
      ownerUuid: row.owner_uuid,
      maxTier: row.max_tier,
      environment: row.environment,
      isFull: row.is_full,
      history: { epoch, latest, gaps },
      permissions: granted,
      by: key,
      key,
    }
  }
}

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('latin1')

async function findKeys(db: Db, hashes: readonly Uint8Array[]): Promise<(KeyRow | undefined)[]> {
  const distinct = [...new Map(hashes.map((hash) => [textOf(hash), hash])).values()]
  const rows = await db.rows(keyColumns)`
    SELECT api_key.key_hash, api_key.id, api_key.name, api_key.scopes, api_key.acts_for,
           (${tierWithin(Prisma.sql`api_key.rate_tier`, Prisma.sql`workspace.owner_uuid`)})::text AS rate_tier,
           (${maxTierOf(Prisma.sql`workspace.owner_uuid`)})::text AS max_tier,
           workspace.id AS workspace_id, workspace.environment::text, workspace.owner_uuid::text, workspace.is_full, ${historyOf},
           coalesce(api_key.last_used_at > now() - interval '1 minute', false) AS used_lately
    FROM api_keys AS api_key JOIN workspaces AS workspace ON workspace.id = api_key.workspace_id
    WHERE api_key.key_hash = ANY (${list(distinct, 'bytea')}) AND api_key.revoked_at IS NULL
      AND (api_key.expires_at IS NULL OR api_key.expires_at > now())`
  const byHash = new Map(rows.map((row) => [textOf(row.key_hash), row]))
  return hashes.map((hash) => byHash.get(textOf(hash)))
}

/** Updates "last used" at most once a minute, so that most reads do not write. */
async function noteUse(db: Db, { workspace_id: workspaceId, id }: KeyRow, { ip, userAgent }: Partial<Visitor>) {
  await db.run`
    UPDATE api_keys SET last_used_at = now(), last_used_ip = ${ip ?? null}, last_used_agent = ${userAgent ?? null}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
}

const unknownKey = () =>
  unauthorized(
    'invalid_key',
    'This API key is unknown, revoked or expired. Check that you copied all of it and that it belongs to this server.',
  )

function unauthorized(code: 'missing_key' | 'invalid_key', message: string) {
  const challenge = code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge } })
}

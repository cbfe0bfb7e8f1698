import { findKeyCallers, hashKey, noteKeyUse } from '@matterbase/domain'
import type { KeyCallerRow, Visitor } from '@matterbase/domain'
import { createCoalescer } from '@matterbase/db'
import type { Db, Requester } from '@matterbase/db'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from './caller.ts'

type KeyCaller = Caller & Required<Pick<Caller, 'key' | 'history'>>

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
  const find = createCoalescer<string, Uint8Array, KeyCallerRow | undefined>({
    kind: 'api_key',
    run: (hashes) => findKeyCallers(db, hashes),
    longest: Number.POSITIVE_INFINITY,
  })
  // One of the concurrent requests with a key is enough. The others would wait for its commit.
  const noting = new Set<number>()
  return async (keyHash, from = {}, requester) => {
    const row = await find(textOf(keyHash), keyHash, requester)
    if (!row) throw unknownKey()
    if (!row.used_lately && !noting.has(row.id)) {
      noting.add(row.id)
      await noteKeyUse(db, row, from).finally(() => noting.delete(row.id))
    }
    const { id, name, scopes: granted, rate_tier: tier, acts_for: actsFor, epoch, gaps } = row
    const key = { kind: 'key' as const, id, name, scopes: granted, rateTier: tier, actsFor, ...from }
    return {
      workspaceId: row.workspace_id,
      ownerUuid: row.owner_uuid,
      maxTier: row.max_tier,
      environment: row.environment,
      isFull: row.is_full,
      history: { epoch, gaps },
      permissions: granted,
      by: key,
      key,
    }
  }
}

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('latin1')

const unknownKey = () =>
  unauthorized(
    'invalid_key',
    'This API key is unknown, revoked or expired. Check that you copied all of it and that it belongs to this server.',
  )

function unauthorized(code: 'missing_key' | 'invalid_key', message: string) {
  const challenge = code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge } })
}

import { hashKey } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Scope } from '@matterbase/schemas'
import { ApiError } from '../errors/api-error.ts'
import type { Caller, CallerKey } from '../operations/context.ts'

export type KeyCaller = Caller & Required<Pick<Caller, 'key'>>

/** Where a key is used from. */
export interface UsedFrom {
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
}

interface KeyRow {
  id: number
  name: string
  scopes: Scope[]
  rate_tier: CallerKey['rateTier']
  workspace_id: number
  environment: Caller['environment']
  owner_uuid: string
  used_lately: boolean
}

// Nothing else was ever given out: what looks otherwise need not be looked up.
const shape = /^mb_(?:live|test)_[0-9A-Za-z]{43}$/

/** The SHA-256 of the key in this header. @throws ApiError missing_key, invalid_key. */
export function keyHashOf(authorization = ''): Uint8Array {
  const [, token = ''] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? []
  if (!/^Bearer +\S/i.test(authorization))
    throw unauthorized('missing_key', 'Send an API key: Authorization: Bearer mb_live_…')
  if (!token) throw unauthorized('invalid_key', 'The Authorization header must be: Bearer <API key>')
  if (!shape.test(token)) throw unknownKey()
  return hashKey(token)
}

/**
 * Whose key this is. Asks the database each time, so that a revoked key is refused
 * from the next request on, in every process.
 */
export async function authenticate(db: Db, keyHash: Uint8Array, from: UsedFrom = {}): Promise<KeyCaller> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    SELECT api_key.id, api_key.name, api_key.scopes, api_key.rate_tier::text, workspace.id AS workspace_id,
           workspace.environment::text, workspace.owner_uuid::text,
           coalesce(api_key.last_used_at > now() - interval '1 minute', false) AS used_lately
    FROM api_keys AS api_key JOIN workspaces AS workspace ON workspace.id = api_key.workspace_id
    WHERE api_key.key_hash = ${keyHash} AND api_key.revoked_at IS NULL
      AND (api_key.expires_at IS NULL OR api_key.expires_at > now())`
  if (!row) throw unknownKey()
  if (!row.used_lately) await noteUse(db, row, from)
  const { id, name, scopes, rate_tier: rateTier } = row
  return {
    workspaceId: row.workspace_id,
    ownerUuid: row.owner_uuid,
    environment: row.environment,
    permissions: scopes,
    key: { id, name, scopes, rateTier },
  }
}

/** Once a minute is enough for "last used", and keeps reads from writing. */
async function noteUse(db: Db, { workspace_id: workspaceId, id }: KeyRow, { ip, userAgent }: UsedFrom) {
  await db.$executeRaw`
    UPDATE api_keys SET last_used_at = now(), last_used_ip = ${ip ?? null}, last_used_agent = ${userAgent ?? null}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
}

const unknownKey = () => unauthorized('invalid_key', 'This API key is unknown, revoked or expired')

function unauthorized(code: 'missing_key' | 'invalid_key', message: string) {
  const challenge = code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge } })
}

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountLimits,
  createAccount,
  defaultLimits,
  findWorkspace,
  findWorkspaceOf,
  hashKey,
  hashPassword,
  listKeys,
  rotateKey,
  setAccountLimits,
  systemActor,
  verifyPassword,
  write,
} from '@matterbase/domain'
import { addAccount, createKey, revokeKey } from '@matterbase/domain/testing'
import { scopes as allScopes } from '@matterbase/schemas'
import { createDb } from '@matterbase/db'
import { createTenancyCheck, createTestDatabase } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'

let database: TestDatabase
let db: TestDb
const email = 'ada@example.com'

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await createAccount(db, { email, password: 'correct horse', name: 'Ada' })
})
afterAll(() => database.close())

describe('accounts', () => {
  it('keep the email trimmed and in lower case, get a name and two workspaces', async () => {
    const account = await createAccount(db, { email: '  Grace@Example.COM ', password: 'correct horse' })
    expect(account).toEqual({
      owner_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'grace@example.com',
      name: 'grace',
    })
    expect(await findWorkspace(db, 'GRACE@example.com', 'live')).not.toBe(
      await findWorkspace(db, 'grace@example.com', 'test'),
    )
  })

  it('are refused when the email is taken, or the email or the password will not do', async () => {
    const password = 'correct horse'
    await expect(createAccount(db, { email: ' ADA@example.com', password })).rejects.toThrow(
      'There is already an account for ada@example.com',
    )
    await expect(createAccount(db, { email: 'ada', password })).rejects.toThrow('"ada" is not an email address')
    await expect(createAccount(db, { email: 'new@example.com', password: 'short' })).rejects.toThrow(
      'The password must have at least 10 characters',
    )
  })

  it('keep an Argon2id hash that only the password fits', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct hors', hash)).toBe(false)
    expect(await verifyPassword('\u017Bó\u0142\u0107 haslo', await hashPassword('Z\u0307ó\u0142c\u0301 haslo'))).toBe(
      true,
    )
  })
})

describe('keys', () => {
  it('come with every scope, live and free, unless told otherwise', async () => {
    const key = await createKey(db, { email: 'ADA@example.com', name: 'crm' })
    expect(key).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^mb_live_[0-9A-Za-z]{43}$/),
      name: 'crm',
      environment: 'live',
      scopes: [...allScopes],
      rate_tier: 'free',
      acts_for: null,
    })
    const scopes = ['matters:read', 'matters:read']
    const other = await createKey(db, { email, name: 'erp', environment: 'test', tier: 'pro', scopes })
    expect(other).toMatchObject({
      key: expect.stringMatching(/^mb_test_/),
      environment: 'test',
      scopes: ['matters:read'],
      rate_tier: 'pro',
    })
  })

  it('are kept as their SHA-256 alone', async () => {
    const { id, key } = await createKey(db, { email, name: 'hashed' })
    const row = await db.apiKey.findFirstOrThrow({ where: { id } })
    expect(Buffer.from(row.key_hash)).toEqual(createHash('sha256').update(key).digest())
    expect(hashKey(key)).toEqual(new Uint8Array(row.key_hash))
    expect(JSON.stringify(row)).not.toContain(key)
  })

  it('are refused for an unknown account, an unknown scope or a blank name', async () => {
    await expect(createKey(db, { email: 'no@example.com', name: 'x' })).rejects.toThrow(
      'No account has the email address no@example.com',
    )
    await expect(createKey(db, { email, name: 'x', scopes: ['matters'] })).rejects.toThrow(
      `There is no scope "matters": the scopes are ${allScopes.join(', ')}`,
    )
    await expect(createKey(db, { email, name: ' ' })).rejects.toThrow('The name of a key has 1 to 255 characters')
  })

  it('are listed without the key, and stay revoked since the first time', async () => {
    await createAccount(db, { email: 'list@example.com', password: 'correct horse' })
    const { key, ...created } = await createKey(db, { email: 'list@example.com', name: 'a' })
    expect(await listKeys(db, 'list@example.com')).toEqual([
      { ...created, created_by: null, last_used_at: null, revoked_at: null },
    ])
    const revoked = await revokeKey(db, { email: 'list@example.com', id: created.id })
    expect(revoked).toEqual({ id: created.id, revoked_at: expect.any(Date) })
    expect(await revokeKey(db, { email: 'list@example.com', id: created.id })).toEqual(revoked)
    expect(await listKeys(db, 'list@example.com')).toMatchObject([{ revoked_at: revoked.revoked_at }])
    expect(key).toBeTruthy()
  })

  it('of another account cannot be revoked', async () => {
    const { id } = await createKey(db, { email, name: 'mine' })
    await createAccount(db, { email: 'thief@example.com', password: 'correct horse' })
    await expect(revokeKey(db, { email: 'thief@example.com', id })).rejects.toThrow(
      `thief@example.com has no key ${id}`,
    )
    expect((await listKeys(db, email)).find((key) => key.id === id)).toMatchObject({ revoked_at: null })
  })
})

describe('limits of an account', () => {
  it('are the defaults until the operator sets them, and again afterwards', async () => {
    const { email: account, owner_uuid: ownerUuid } = await addAccount(db)
    expect(await accountLimits(db, ownerUuid)).toEqual(defaultLimits)
    const set = await setAccountLimits(db, account.toUpperCase(), { maxTier: 'pro', maxBytes: 5_000_000_000 })
    expect(set).toEqual({
      ownerUuid,
      email: account,
      limits: { ...defaultLimits, maxTier: 'pro', maxBytes: 5_000_000_000 },
    })
    await setAccountLimits(db, account, { maxKeys: 3, maxTier: null })
    expect(await accountLimits(db, ownerUuid)).toEqual({ ...defaultLimits, maxKeys: 3, maxBytes: 5_000_000_000 })
    await expect(setAccountLimits(db, 'no@example.com', {})).rejects.toThrow(
      'No account has the email address no@example.com',
    )
  })

  it('refuse a key of a higher tier, and lower the keys that have one', async () => {
    const { email: account } = await addAccount(db)
    await createKey(db, { email: account, name: 'old', tier: 'enterprise' })
    await setAccountLimits(db, account, { maxTier: 'pro' })
    await expect(createKey(db, { email: account, name: 'new', tier: 'enterprise' })).rejects.toThrow(
      'rate_tier is enterprise, and the operator of this server allows this account only free, pro',
    )
    await createKey(db, { email: account, name: 'new', tier: 'pro' })
    expect((await listKeys(db, account)).map(({ rate_tier: tier }) => tier)).toEqual(['pro', 'pro'])
    await setAccountLimits(db, account, { maxTier: null })
    expect((await listKeys(db, account)).map(({ rate_tier: tier }) => tier)).toEqual(['enterprise', 'pro'])
  })

  it('count the keys of both workspaces that work, exactly', async () => {
    const { email: account } = await addAccount(db)
    await setAccountLimits(db, account, { maxKeys: 3 })
    const creations = Array.from({ length: 8 }, (_none, at) =>
      createKey(db, { email: account, name: 'many', environment: at % 2 ? 'live' : 'test' }),
    )
    const refusals = (await Promise.allSettled(creations)).filter(({ status }) => status === 'rejected')
    expect(refusals).toHaveLength(5)
    expect(refusals[0]).toMatchObject({ reason: { code: 'limit_reached' } })
    expect(String((refusals[0] as PromiseRejectedResult).reason.message)).toContain(
      'This account has 3 of the 3 API keys that it can have.',
    )
    const [first] = await listKeys(db, account)
    await revokeKey(db, { email: account, id: first?.id ?? 0 })
    await createKey(db, { email: account, name: 'again' })
  })

  it('let a key be rotated that ends with it, and no other where there is no room', async () => {
    const { email: account } = await addAccount(db)
    await setAccountLimits(db, account, { maxKeys: 1, maxTier: 'pro' })
    const { id } = await createKey(db, { email: account, name: 'only' })
    const actor = systemActor(await findWorkspaceOf(db, account, 'live'))
    const rotate = (overlapHours: number) =>
      write(db, actor.workspaceId, (tx) => rotateKey(tx, actor, { id, overlapHours }))
    await expect(rotate(1)).rejects.toMatchObject({ code: 'limit_reached' })
    expect((await rotate(0)).key).toMatchObject({ name: 'only' })
    expect((await listKeys(db, account)).map(({ revoked_at: at }) => at === null)).toEqual([false, true])
  })
})

it('send statements that are held to their workspaces, which those of a test are not', async () => {
  const check = createTenancyCheck()
  const inspect = ({ text }: { text: string }) => {
    check.note(text)
    return () => undefined
  }
  const seen = createDb({ url: database.url, inspect })
  await seen.rows({})`SELECT FROM matters`
  await createAccount(seen, { email: 'seen@example.com', password: 'correct horse' })
  await seen.$disconnect()
  expect([...check.files()]).toEqual(['packages/domain/src/access/accounts/accounts.ts'])
  await check.check(database.url)
})

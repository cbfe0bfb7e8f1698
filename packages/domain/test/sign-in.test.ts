import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealer, totpContext } from '@matterbase/db'
import {
  createSession,
  findSession,
  findUser,
  forgetSignIns,
  makeLink,
  newTotpSecret,
  passwordProblem,
  rememberDevice,
  rewrapSecrets,
  totpStep,
  totpUri,
} from '@matterbase/domain'
import { addAccount, totpCode } from '@matterbase/domain/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('a code of an authenticator', () => {
  // RFC 6238, appendix B, SHA-1; the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %s is %s', (second, code) => {
    expect(totpCode(secret, Math.floor(second / 30))).toBe(code)
  })

  it('is good for its step, the one before and the one after', () => {
    const now = new Date(1_234_567_890_000)
    const current = Math.floor(1_234_567_890 / 30)
    for (const away of [-1, 0, 1]) expect(totpStep(secret, totpCode(secret, current + away), now)).toBe(current + away)
    for (const away of [-2, 2]) expect(totpStep(secret, totpCode(secret, current + away), now)).toBeUndefined()
    expect(totpStep(secret, ' 005 924 ', now)).toBe(current)
    for (const code of ['', '05924', 'abcdef', '0059241', '００５９２４'])
      expect(totpStep(secret, code, now)).toBeUndefined()
  })

  it('comes of a secret of 160 bits that apps read from an address', () => {
    const made = newTotpSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(made)
    expect(totpUri(made, 'ada+law@example.com')).toBe(
      `otpauth://totp/Matterbase:ada%2Blaw%40example.com?issuer=Matterbase&secret=${made}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})

describe('a new password', () => {
  const whose = { email: 'lovelace.ada@example.com', name: 'Ada Lovelace' }
  it.each([
    'correct horse',
    'ten letter',
    'x'.repeat(64).concat('yz'),
    'Ada Lovelace likes numbers',
    'зелёный чай утром',
    'Passwortschutz hilft',
    'sommer am see 2026',
  ])('may be %s', (password) => {
    expect(passwordProblem(password, whose)).toBeUndefined()
  })
  it.each([
    '',
    'nine char',
    'ada lovelace',
    'LOVELACE.ADA',
    'lovelace.ada@example.com',
    'Qwertyuiop',
    '1212121212',
    // Of the list of zxcvbn-ts alone.
    'fuck_inside',
    'Mailcreated5240',
    'lawfirm123',
    'Passwort123',
    'Passwort2026!',
    'P@sswort!2026',
    '#Sommer2026#',
    'hallohallo12',
    'Willkommen1',
    'Qwertz12345',
    'Kanzlei2026',
    'motdepasse1',
    'Bonjour2026!',
    'azerty12345',
    'contraseña1',
    'wachtwoord1',
    'парольпароль-2',
  ])('may not be "%s"', (password) => {
    expect(passwordProblem(password, whose)).toBeTypeOf('string')
  })
})

it('forgets ended sessions, old failures and old links, and keeps those that count', async () => {
  const { db } = database
  const { owner_uuid: ownerUuid, email } = await addAccount(db, { email: 'a@example.com' })
  const userId = (await findUser(db, { email }))?.id ?? ''
  const session = () => createSession(db, { userId, ownerUuid, isComplete: true, ip: '::1', userAgent: undefined })
  const ended = await session()
  await db.run`UPDATE sessions SET expires_at = now() - interval '1 second'`
  const idle = await session()
  await db.run`UPDATE sessions SET seen_at = now() - interval '8 days' WHERE expires_at > now()`
  await makeLink(db, 'http://localhost', { purpose: 'reset', userId })
  await db.run`UPDATE one_time_links SET expires_at = now() - interval '2 days'`
  await db.run`
    INSERT INTO sign_in_failures (email_key, ip, failed_at) VALUES ('a', '::1', now() - interval '2 days'), ('a', '::1', now())`
  await db.run`
    INSERT INTO sign_in_waits (email_key, failures, next_at) VALUES ('a', 1, now() - interval '2 days'), ('b', 1, now())`
  for (const age of ['0 days', '181 days']) {
    await rememberDevice(db, userId, undefined)
    await db.run`UPDATE known_devices SET expires_at = expires_at - ${age}::text::interval`
  }
  await rememberDevice(db, userId, undefined)
  const current = await session()
  await makeLink(db, 'http://localhost', { purpose: 'reset', userId })

  await forgetSignIns(db)

  expect([await db.session.count(), await db.oneTimeLink.count(), await db.signInFailure.count()]).toEqual([1, 1, 1])
  expect([await db.signInWait.count(), await db.knownDevice.count()]).toEqual([1, 1])
  expect((await findSession(db, current))?.email).toBe(email)
  for (const token of [ended, idle]) expect(await findSession(db, token)).toBeUndefined()
})

it('seals the secrets of second factors with the first key, and leaves alone what no key opens', async () => {
  const { db } = database
  const [old, next, lost] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [string, string, string]
  const add = async (email: string, key: string) => {
    const { id } = await db.user.create({ data: { email, name: email, password_hash: 'none' } })
    const sealed = createSealer(key).seal('SECRET', totpContext(id))
    await db.user.update({ where: { id }, data: { totp_secret: sealed } })
    return id
  }
  const [id] = [
    await add('old@example.com', old),
    await add('next@example.com', next),
    await add('lost@example.com', lost),
  ]
  expect(await rewrapSecrets(db, createSealer(`${next},${old}`))).toEqual({
    count: 1,
    unreadable: [expect.stringMatching(/^users\//)],
  })
  const user = await findUser(db, { id })
  expect(createSealer(next).open(user?.totp_secret ?? new Uint8Array(), totpContext(id))).toBe('SECRET')
  expect(await rewrapSecrets(db, createSealer(`${next},${old}`))).toEqual({
    count: 0,
    unreadable: [expect.any(String)],
  })
})

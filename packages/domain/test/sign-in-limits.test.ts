import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int, transaction } from '@matterbase/db'
import { beginAttempt, forgiveAttempt } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { SignInAttempt } from '@matterbase/domain'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const newEmail = () => `${randomUUID()}@example.com`
let last = 0
/** An address that nobody else has. */
const newAddress = () => `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last++ & 255}`
/** A wrong password from an address of its own, unless told otherwise. */
const fail = (sql: Sql, email: string, of: Partial<SignInAttempt> = {}) =>
  beginAttempt(sql, { email, ip: newAddress(), kind: 'password', ...of })
const isAdmitted = (answer: object) => 'id' in answer
const device = Buffer.from('the hash of a known device')

/** As if every wait of the email address were over. */
const waitIsOver = (sql: Sql, email: string) =>
  sql.run`UPDATE sign_in_waits SET next_at = date_trunc('milliseconds', now()) WHERE email_key = ${email}`

/** As many failures from everywhere as bring the longest wait. */
async function attack(sql: Sql, email: string) {
  for (let tried = 0; tried < 30; tried++) {
    expect(isAdmitted(await fail(sql, email))).toBe(true)
    await waitIsOver(sql, email)
  }
  await fail(sql, email)
}

describe('wrong passwords for an email address from everywhere', () => {
  it('bring a wait that grows to a minute and no further', async () => {
    const email = newEmail()
    // Within a transaction no time goes by.
    const waits = await transaction(database.db, async (sql) => {
      const seen: number[] = []
      for (let tried = 0; tried < 30; tried++) {
        expect(isAdmitted(await fail(sql, email))).toBe(true)
        const [row] = await sql.rows({ seconds: int })`
          SELECT extract(epoch FROM next_at - now())::int AS seconds FROM sign_in_waits WHERE email_key = ${email}`
        seen.push(row?.seconds ?? -1)
        await waitIsOver(sql, email)
      }
      return seen
    })
    const none = Array.from({ length: 19 }, () => 0)
    expect(waits).toEqual([...none, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
  })

  it('do not make the wait longer while they are refused', async () => {
    const email = newEmail()
    await transaction(database.db, async (sql) => {
      await attack(sql, email)
      for (let tried = 0; tried < 5; tried++) expect(await fail(sql, email)).toEqual({ retryAfter: 60 })
      expect(
        await sql.run`
        UPDATE sign_in_waits SET next_at = next_at - interval '20 seconds' WHERE email_key = ${email}`,
      ).toBe(1)
      expect(await fail(sql, email)).toEqual({ retryAfter: 40 })
    })
  })

  it('are let in one at a time once there is a wait, however many come at once', async () => {
    const email = newEmail()
    const { db } = database
    await attack(db, email)
    await waitIsOver(db, email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => fail(db, email)))
    expect(answers.filter(isAdmitted)).toHaveLength(1)
  })

  it('are forgotten after 15 minutes without one, and one that went right leaves no wait', async () => {
    const email = newEmail()
    await transaction(database.db, async (sql) => {
      await attack(sql, email)
      await waitIsOver(sql, email)
      const right = await fail(sql, email)
      if (!('id' in right)) throw new Error('It was not let in')
      await forgiveAttempt(sql, right)
      expect(isAdmitted(await fail(sql, email))).toBe(true)
      await sql.run`UPDATE sign_in_waits SET next_at = now() - interval '16 minutes' WHERE email_key = ${email}`
      for (let tried = 0; tried < 19; tried++) expect(isAdmitted(await fail(sql, email))).toBe(true)
    })
  })

  it('do not touch a known device, which has 10 tries of its own', async () => {
    const email = newEmail()
    await transaction(database.db, async (sql) => {
      await attack(sql, email)
      const ip = newAddress()
      for (let tried = 0; tried < 60; tried++) await fail(sql, newEmail(), { ip })
      for (let tried = 0; tried < 10; tried++) expect(isAdmitted(await fail(sql, email, { ip, device }))).toBe(true)
      expect(await fail(sql, email, { ip, device })).toEqual({ retryAfter: 900 })
      // Nor does that device stand in the way of another, or of the address.
      expect(isAdmitted(await fail(sql, email, { ip, device: Buffer.from('another') }))).toBe(true)
    })
  })
})

describe('wrong codes', () => {
  it('are 10 of an email address, wherever they come from, and 10 more of a known device', async () => {
    const email = newEmail()
    const kind = 'code' as const
    await transaction(database.db, async (sql) => {
      for (let tried = 0; tried < 10; tried++) expect(isAdmitted(await fail(sql, email, { kind }))).toBe(true)
      expect(await fail(sql, email, { kind })).toEqual({ retryAfter: 900 })
      for (let tried = 0; tried < 10; tried++) expect(isAdmitted(await fail(sql, email, { kind, device }))).toBe(true)
      expect(await fail(sql, email, { kind, device })).toEqual({ retryAfter: 900 })
    })
  })

  it('are not used up by wrong passwords, for which nobody needs to know anything', async () => {
    const email = newEmail()
    for (let tried = 0; tried < 12; tried++) await fail(database.db, email)
    expect(isAdmitted(await fail(database.db, email, { kind: 'code' }))).toBe(true)
  })
})

it('counts 10 of an email address from one address, and 50 of one address', async () => {
  await transaction(database.db, async (sql) => {
    const [email, ip] = [newEmail(), newAddress()]
    for (let tried = 0; tried < 10; tried++) expect(isAdmitted(await fail(sql, email, { ip }))).toBe(true)
    expect(await fail(sql, email, { ip })).toEqual({ retryAfter: 900 })
    expect(isAdmitted(await fail(sql, email))).toBe(true)
    for (let tried = 0; tried < 40; tried++) expect(isAdmitted(await fail(sql, newEmail(), { ip }))).toBe(true)
    expect(await fail(sql, newEmail(), { ip })).toEqual({ retryAfter: 900 })
  })
})

import { createDb } from '@matterbase/db'
import {
  addSampleData,
  createAccount,
  exposedMaxTier,
  createKey,
  findWorkspaceOf,
  hasAccount,
  setAccountLimits,
  systemActor,
  tierOfKey,
  write,
} from '@matterbase/domain'
import type { Db, Environment, RateTier } from '@matterbase/db'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readDemoFile, writeDemoFile } from './demo-file.ts'

/** The account that a first start makes, so that there is something to try. */
export interface Demo {
  file: string
  email: string
  /** Null when no file has it. */
  password: string | null
  testKey: string
  /** True if it had no rate limit and got one at this start, because other machines can reach the server. */
  isLimited: boolean
  /** True if this start created it. */
  isNew: boolean
}

export interface DemoOptions {
  url: string
  dataDir: string
  baseUrl: string
  /** True if other machines can reach the server. */
  isExposed: boolean
}

const email = 'demo@matterbase.local'

/**
 * Makes the demo account on a database without accounts, and sees to it that `demo.env` holds keys
 * that work. Null when the database has accounts, but not that one, and on a server that other machines can reach,
 * where a demo account is never created and never without a rate limit.
 */
export async function ensureDemo({ url, dataDir, baseUrl, isExposed }: DemoOptions): Promise<Demo | null> {
  const db = createDb({ url, poolSize: 1 })
  try {
    const file = join(dataDir, 'demo.env')
    const known = await readDemoFile(file)
    const base = { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_DEMO_EMAIL: email }
    let password = known.MATTERBASE_DEMO_PASSWORD
    const isNew = !(await hasAccount(db))
    if (isNew) {
      if (isExposed) return null
      password ??= randomBytes(12).toString('base64url')
      // Written first: a start that is killed between the two must not leave an account with an unknown password.
      await writeDemoFile(file, { ...base, MATTERBASE_DEMO_PASSWORD: password })
      await createAccount(db, { email, password, name: 'Demo' })
      await addSampleData(db, email)
    }
    if (!(await hasAccount(db, email))) return null
    const { tier, isLimited } = await limitTier(db, isExposed)
    const isOfLive = known.MATTERBASE_API_KEY?.startsWith('mb_live_') === true
    const knownLiveKey = known.MATTERBASE_LIVE_API_KEY ?? (isOfLive ? known.MATTERBASE_API_KEY : undefined)
    const liveKey = await ensureKey(db, { environment: 'live', tier }, knownLiveKey)
    const testKey = await ensureKey(db, { environment: 'test', tier }, known.MATTERBASE_TEST_API_KEY)
    await writeDemoFile(file, {
      ...base,
      MATTERBASE_API_KEY: isOfLive ? liveKey : testKey,
      MATTERBASE_TEST_API_KEY: testKey,
      MATTERBASE_LIVE_API_KEY: liveKey,
      MATTERBASE_DEMO_PASSWORD: password,
    })
    return { file, email, password: password ?? null, testKey, isLimited, isNew }
  } finally {
    await db.$disconnect()
  }
}

/** Gives the account a rate limit if it has none. Returns its highest tier, and whether this changed it. */
async function limitTier(db: Db, isExposed: boolean): Promise<{ tier: RateTier; isLimited: boolean }> {
  const { limits } = await setAccountLimits(db, email, {})
  const isLimited = isExposed && limits.maxTier === 'enterprise'
  if (isLimited) await setAccountLimits(db, email, { maxTier: exposedMaxTier })
  return { tier: isLimited ? exposedMaxTier : limits.maxTier, isLimited }
}

interface DemoKey {
  environment: Environment
  tier: RateTier
}

async function ensureKey(db: Db, { environment, tier }: DemoKey, known: string | undefined): Promise<string> {
  if (known && (await tierOfKey(db, known))) return known
  const actor = systemActor(await findWorkspaceOf(db, email, environment))
  const { key } = await write(db, actor.workspaceId, (tx) => createKey(tx, actor, { name: 'Demo', tier }))
  return key
}

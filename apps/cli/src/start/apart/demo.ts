import { createDb } from '@matterbase/db'
import {
  addSampleData,
  createAccount,
  createKey,
  findWorkspaceOf,
  hasAccount,
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
  /** Null when it stands nowhere any more. */
  password: string | null
  key: string
  /** Whether one of its keys has no rate limit. */
  isUnlimited: boolean
  /** Whether this start made it. */
  isNew: boolean
}

export interface DemoOptions {
  url: string
  dataDir: string
  baseUrl: string
  /** Of keys that are made now. */
  tier: RateTier
}

const email = 'demo@matterbase.local'

/**
 * Makes the demo account on a database without accounts, and sees to it that `demo.env` holds keys
 * that work. Null when the database has accounts, but not that one.
 */
export async function ensureDemo({ url, dataDir, baseUrl, tier }: DemoOptions): Promise<Demo | null> {
  const db = createDb({ url, poolSize: 1 })
  try {
    const file = join(dataDir, 'demo.env')
    const known = await readDemoFile(file)
    const base = { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_DEMO_EMAIL: email }
    let password = known.MATTERBASE_DEMO_PASSWORD
    const isNew = !(await hasAccount(db))
    if (isNew) {
      password ??= randomBytes(12).toString('base64url')
      // Written first: a start that is killed between the two must not leave a password nobody knows.
      await writeDemoFile(file, { ...base, MATTERBASE_DEMO_PASSWORD: password })
      await createAccount(db, { email, password, name: 'Demo' })
      await addSampleData(db, email)
    }
    if (!(await hasAccount(db, email))) return null
    const key = await ensureKey(db, { environment: 'live', tier }, known.MATTERBASE_API_KEY)
    const testKey = await ensureKey(db, { environment: 'test', tier }, known.MATTERBASE_TEST_API_KEY)
    await writeDemoFile(file, {
      ...base,
      MATTERBASE_API_KEY: key,
      MATTERBASE_TEST_API_KEY: testKey,
      MATTERBASE_DEMO_PASSWORD: password,
    })
    const tiers = [await tierOfKey(db, key), await tierOfKey(db, testKey)]
    const isUnlimited = tiers.includes('enterprise')
    return { file, email, password: password ?? null, key, isUnlimited, isNew }
  } finally {
    await db.$disconnect()
  }
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

import { createDb } from '@matterbase/db'
import { makeLink } from '@matterbase/domain'

/** Where the first account is made; undefined when there is one. Each start makes a link of its own. */
export async function makeSetupLink(url: string, publicUrl: string): Promise<string | undefined> {
  const db = createDb({ url, poolSize: 1 })
  try {
    if ((await db.account.count()) > 0) return undefined
    return (await makeLink(db, publicUrl, { purpose: 'setup' })).url
  } finally {
    await db.$disconnect()
  }
}

import { createDb } from '@matterbase/db'
import { hasAccount, makeLink } from '@matterbase/domain'

export interface SetupLinkOptions {
  readonly url: string
  readonly publicUrl: string
}

/** Where the first account is made; null when there is one. Each start makes a link of its own. */
export async function makeSetupLink({ url, publicUrl }: SetupLinkOptions): Promise<string | null> {
  const db = createDb({ url, poolSize: 1 })
  try {
    if (await hasAccount(db)) return null
    return (await makeLink(db, publicUrl, { purpose: 'setup' })).url
  } finally {
    await db.$disconnect()
  }
}

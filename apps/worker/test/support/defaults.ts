import { readEnv } from '@matterbase/config'
import { settingsOf } from '../../src/runtime/settings.ts'

/** The settings of a worker without webhook variables in its environment. */
export const defaults = settingsOf(
  readEnv('worker', {
    DATABASE_URL: 'postgres://localhost/x',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  }),
)

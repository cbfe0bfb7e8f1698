import { Matterbase, type MatterbaseOptions } from '../../src/index.ts'
import type { KeyOptions } from './backend.ts'
import { remoteBackend } from './remote-backend.ts'

/** The real service, and clients of it. */
export async function realService() {
  const backend = await remoteBackend()
  return {
    ...backend,
    /** A client of a workspace; of a new account, unless `email` names one. */
    async client({ email, ...wanted }: Partial<KeyOptions> = {}, options: MatterbaseOptions = {}) {
      const apiKey = await backend.key({ ...wanted, email: email ?? (await backend.account()) })
      // These tests run in a page too.
      return new Matterbase({ apiKey, baseUrl: backend.baseUrl, dangerouslyAllowBrowser: true, ...options })
    },
  }
}

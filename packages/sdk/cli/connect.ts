import { Matterbase } from '../src/client.ts'
import type { CommandContext } from './command.ts'

/** The options by which a command says whose test workspace it works in. */
export const connectionOptions = {
  'base-url': 'the address of the API, with /api/v1 at its end; default: MATTERBASE_BASE_URL',
  'api-key': 'a test key, mb_test_…; default: MATTERBASE_TEST_API_KEY',
}

export interface Connection {
  readonly apiKey: string
  readonly mb: Matterbase
}

/** @throws Error when the key or the base URL is missing, or the key is one of a live workspace. */
export function connect({ options, source }: Pick<CommandContext, 'options' | 'source'>): Connection {
  const apiKey = (options['api-key'] ?? source['MATTERBASE_TEST_API_KEY'] ?? '').trim()
  const baseUrl = (options['base-url'] ?? source['MATTERBASE_BASE_URL'] ?? '').trim()
  if (!baseUrl)
    throw new Error('There is no base URL: pass --base-url or set MATTERBASE_BASE_URL, with /api/v1 at its end')
  if (!apiKey) throw new Error('There is no API key: pass --api-key or set MATTERBASE_TEST_API_KEY')
  if (!apiKey.startsWith('mb_test_'))
    throw new Error(
      apiKey.startsWith('mb_live_')
        ? 'This is the key of a live workspace, where nothing is tried out: use one that begins with mb_test_'
        : 'This is not the key of a test workspace, which begins with mb_test_',
    )
  // What is misspelt is refused.
  return { apiKey, mb: new Matterbase({ apiKey, baseUrl, strict: true }) }
}

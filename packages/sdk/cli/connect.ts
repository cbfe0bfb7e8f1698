import { Matterbase } from '../src/client.ts'
import type { CommandContext } from './command.ts'

/** The options that select the test workspace. */
export const connectionOptions = {
  'base-url': 'the address of the API, ending in /api/v1; default: MATTERBASE_BASE_URL',
  'api-key': 'the API key of a test workspace, mb_test_…; default: MATTERBASE_TEST_API_KEY',
}

export interface Connection {
  readonly apiKey: string
  readonly mb: Matterbase
}

type Given = Pick<CommandContext, 'options' | 'source'>

/** The API key and the base URL of a command. @throws Error if one is missing. */
export function place({ options, source }: Given) {
  const apiKey = (options['api-key'] ?? source['MATTERBASE_TEST_API_KEY'] ?? '').trim()
  const baseUrl = (options['base-url'] ?? source['MATTERBASE_BASE_URL'] ?? '').trim()
  if (!baseUrl) throw new Error('No base URL: pass --base-url or set MATTERBASE_BASE_URL, ending in /api/v1')
  if (!apiKey) throw new Error('No API key: pass --api-key or set MATTERBASE_TEST_API_KEY')
  return { apiKey, baseUrl }
}

/** @throws Error if the API key or base URL is missing, or the API key belongs to a live workspace. */
export function connect(given: Given): Connection {
  const { apiKey, baseUrl } = place(given)
  if (!apiKey.startsWith('mb_test_'))
    throw new Error(
      apiKey.startsWith('mb_live_')
        ? 'This API key belongs to a live workspace: use an API key of a test workspace, which begins with mb_test_'
        : 'This is not an API key of a test workspace: use one that begins with mb_test_',
    )
  // Refuses misspelled fields.
  return { apiKey, mb: new Matterbase({ apiKey, baseUrl, strict: true }) }
}

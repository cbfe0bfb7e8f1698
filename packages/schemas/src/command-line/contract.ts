import type { Resource } from '../operations/operation.ts'
import { listeners } from './listeners.ts'
import { testRecords } from './test-records.ts'

/**
 * The operations of `matterbase listen` and `matterbase trigger`, under the base path of the API. They exist in test
 * workspaces only, are not published, and change together with the command line.
 */
export const commandLineContract = { listeners, testRecords } as const satisfies Record<string, Resource>

export type CommandLineContract = typeof commandLineContract

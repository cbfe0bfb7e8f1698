import type { Resource } from '../operations/operation.ts'
import { listeners } from './listeners.ts'
import { testRecords } from './test-records.ts'

/**
 * What `matterbase listen` and `matterbase trigger` ask of the server beside the API, under the same base path. In
 * test workspaces only, in no published document, and free to change together with the command line.
 */
export const commandLineContract = { listeners, testRecords } as const satisfies Record<string, Resource>

export type CommandLineContract = typeof commandLineContract

declare module 'virtual:operations' {
  import type { choices as Choices, RecordContracts, RecordEvent, RecordFacts, RecordName } from '@matterbase/schemas'

  /** The REST contract: `GET /matters` → `matters.list`, which is also its name in the SDK. */
  export const rest: Readonly<Record<string, string>>
  /** The operations of the account, which belong to no workspace. */
  export const account: readonly string[]
  /** The ordinary records. */
  export const records: { readonly [N in RecordName]: RecordFacts<RecordContracts[N]['path']> }
  /** The event of each kind of new record, and when it happens. */
  export const recordEvents: Readonly<Record<RecordEvent, string>>
  /** What can be chosen, as the contract lists it. */
  export const choices: typeof Choices
}

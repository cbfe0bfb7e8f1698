declare module 'virtual:operations' {
  import type {
    choices as Choices,
    EventFacts,
    EventKind,
    limits as Limits,
    RecordContracts,
    RecordFacts,
    RecordName,
  } from '@matterbase/schemas'

  /** The REST contract: `GET /matters` → `matters.list`, which is also its name in the SDK. */
  export const rest: Readonly<Record<string, string>>
  /** The operations of the account, which belong to no workspace. */
  export const account: readonly string[]
  /** Operations that save a whole, with the path of the GET that shows it: `PATCH /firm` → `/firm`. */
  export const changes: Readonly<Record<string, string>>
  /** The ordinary records. */
  export const records: { readonly [N in RecordName]: RecordFacts<RecordContracts[N]['path']> }
  /** The scope, group and description of each kind of event. */
  export const events: Readonly<Record<EventKind, EventFacts>>
  /** The values of enumerations in the contract. */
  export const choices: typeof Choices
  /** Limits of the contract. */
  export const limits: typeof Limits
}

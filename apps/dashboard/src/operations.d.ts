declare module 'virtual:operations' {
  /** The REST contract: `GET /matters` → `matters.list`, which is also its name in the SDK. */
  export const rest: Readonly<Record<string, string>>
  /** The operations of the account, which belong to no workspace. */
  export const account: readonly string[]
}

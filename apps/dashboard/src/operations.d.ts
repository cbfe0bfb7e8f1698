declare module 'virtual:operations' {
  /** The REST contract: `GET /matters` → `matters.list`, which is also its name in the SDK. */
  export const rest: Readonly<Record<string, string>>
  /** What belongs to the account and stands outside a workspace. */
  export const account: readonly string[]
}

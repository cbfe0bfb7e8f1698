import { hashPassword } from '@matterbase/domain'

/** The password of everybody here. */
export const password = 'correct horse battery'

let hash: Promise<string> | undefined

/** Its hash, made once: each takes a core 50 ms, longer than many a test. */
export function passwordHash(): Promise<string> {
  return (hash ??= hashPassword(password))
}

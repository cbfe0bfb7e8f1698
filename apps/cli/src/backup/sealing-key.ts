import { createSealer } from '@matterbase/db'

const idsOf = (keys: string) => createSealer(keys).keyIds.map((id) => Buffer.from(id).toString('hex'))

/** True if these keys open at least one sealed value, or nothing is sealed. */
export function fits(keys: string, sealedWith: readonly string[]): boolean {
  const ids = idsOf(keys)
  return sealedWith.length === 0 || sealedWith.some((id) => ids.includes(id))
}

import { createSealer } from '@matterbase/db'

const idsOf = (keys: string) => createSealer(keys).keyIds.map((id) => Buffer.from(id).toString('hex'))

/** Whether some of what was sealed can be opened with these keys, or nothing was sealed. */
export function fits(keys: string, sealedWith: readonly string[]): boolean {
  const ids = idsOf(keys)
  return sealedWith.length === 0 || sealedWith.some((id) => ids.includes(id))
}

import { createStreaks } from './streak.ts'

/** After so many upserts in a row that changed a record, an upsert is not looked up before its write. */
const enough = 16
/** Except for each of so many. */
const every = 16

export interface LookFirst {
  /** Whether it pays to look for the record of an upsert before the write that would find it, too. */
  pays(workspaceId: number): boolean
  /** Takes note of how an upsert ended. */
  note(workspaceId: number, wasAlreadySo: boolean): void
}

/**
 * A sync mostly sends what is there already, which needs no lock when one looks first; an import that changes every
 * record would ask for each of them twice.
 */
export function lookingFirst(): LookFirst {
  // Forgotten ones are looked at first, as new ones are.
  const changing = createStreaks()
  return {
    pays(workspaceId) {
      const inRow = changing.count(workspaceId)
      return inRow < enough || inRow % every === 0
    },
    note: (workspaceId, wasAlreadySo) => changing.note(workspaceId, !wasAlreadySo),
  }
}

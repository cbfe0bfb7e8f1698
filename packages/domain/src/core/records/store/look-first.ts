import { createStreaks } from './streak.ts'

/** After so many upserts in a row that changed a record, an upsert is not looked up before its write. */
const enough = 16
/** Except for each of so many. */
const every = 16

export interface LookFirst {
  /** Decides if an upsert looks for its record before the write, which finds it too. */
  pays(workspaceId: number): boolean
  /** Takes note of how an upsert ended. */
  note(workspaceId: number, wasAlreadySo: boolean): void
}

/**
 * Most records of a sync are unchanged. Looking first spares them the lock. An import that changes every record would
 * look for each of them twice.
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

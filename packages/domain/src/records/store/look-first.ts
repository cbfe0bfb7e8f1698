/** So many upserts in a row that changed something, and it is no longer expected that one is already so. */
const enough = 16
/** Then only each of so many is still looked at. */
const every = 16
/** The most workspaces that are remembered. */
const most = 10_000

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
  /** How many upserts of a workspace in a row have changed something. */
  const changing = new Map<number, number>()
  return {
    pays(workspaceId) {
      const inRow = changing.get(workspaceId) ?? 0
      return inRow < enough || inRow % every === 0
    },
    note(workspaceId, wasAlreadySo) {
      const inRow = changing.get(workspaceId) ?? 0
      // Forgotten ones are looked at first, as new ones are.
      if (inRow === 0 && changing.size >= most) changing.clear()
      if (wasAlreadySo) changing.delete(workspaceId)
      else changing.set(workspaceId, inRow + 1)
    },
  }
}

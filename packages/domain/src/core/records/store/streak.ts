/** The most workspaces that are remembered. */
const most = 10_000

/** Counts how often in a row something was the case in a workspace. A forgotten workspace starts again. */
export function createStreaks() {
  const counts = new Map<number, number>()
  return {
    count: (workspaceId: number): number => counts.get(workspaceId) ?? 0,

    note(workspaceId: number, isCase: boolean) {
      const count = counts.get(workspaceId) ?? 0
      if (!isCase) counts.delete(workspaceId)
      else {
        if (count === 0 && counts.size >= most) counts.clear()
        counts.set(workspaceId, count + 1)
      }
    },
  }
}

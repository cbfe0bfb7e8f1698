/** The most workspaces that are remembered. */
const most = 10_000

/** How often in a row something was so in a workspace. Those that are forgotten begin anew. */
export function countingInRow() {
  const counts = new Map<number, number>()
  return {
    count: (workspaceId: number): number => counts.get(workspaceId) ?? 0,

    note(workspaceId: number, isSo: boolean) {
      const count = counts.get(workspaceId) ?? 0
      if (!isSo) counts.delete(workspaceId)
      else {
        if (count === 0 && counts.size >= most) counts.clear()
        counts.set(workspaceId, count + 1)
      }
    },
  }
}

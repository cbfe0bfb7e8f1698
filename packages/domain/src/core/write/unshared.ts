const forMs = 60_000
/** The most workspaces that are remembered. */
const most = 10_000

/**
 * Remembers for a minute which workspaces are written in transactions of their own, because one of their writes took long or
 * changes any number of other records.
 */
export function createUnshared() {
  const untilMs = new Map<number, number>()
  return {
    note(workspaceId: number) {
      if (untilMs.size >= most) untilMs.clear()
      untilMs.set(workspaceId, performance.now() + forMs)
    },
    has(workspaceId: number): boolean {
      const isUnshared = (untilMs.get(workspaceId) ?? 0) > performance.now()
      if (!isUnshared) untilMs.delete(workspaceId)
      return isUnshared
    },
  }
}

import type { WriteRequest } from './batch.ts'
import type { Clock } from './clock.ts'

export type Clocks = ReadonlyMap<number, Clock>

/**
 * Remembers which workspaces number their matters, by the last lock of each. A create of such a workspace is looked up at
 * first. Without that, the insert would find out that a number is missing.
 */
export function createNumbering() {
  const workspaces = new Set<number>()
  return {
    note(clocks: Clocks) {
      for (const [workspaceId, { matterNumbers }] of clocks)
        if (matterNumbers === null) workspaces.delete(workspaceId)
        else workspaces.add(workspaceId)
    },
    needsNumber: ({ workspaceId, kind }: WriteRequest) => kind.number !== undefined && workspaces.has(workspaceId),
  }
}

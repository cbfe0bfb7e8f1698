import type { Sql } from '@matterbase/db'
import type { Exported } from '@matterbase/domain'
import { Lines } from '../http/answer/lines.ts'
import type { Context } from '../http/operations/context.ts'

/** All records of a workspace, line by line, as they are at one moment. */
export const exportAnswer = (
  { epoch: ofCopy }: { readonly epoch?: string | undefined },
  { caller, snapshot }: Pick<Context, 'caller' | 'snapshot'>,
  read: (sql: Sql, workspaceId: number, ofCopy?: string) => Promise<Exported>,
) =>
  new Lines((send) =>
    snapshot(async (sql) => {
      const { updatedSince, epoch, lines } = await read(sql, caller.workspaceId, ofCopy)
      await send({ 'X-Updated-Since': updatedSince, 'X-Workspace-Epoch': epoch }, lines)
    }),
  )

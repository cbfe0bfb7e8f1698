import { reader } from '@matterbase/db'
import { write } from '@matterbase/domain'
import type { Db, ReaderOptions, Sql } from '@matterbase/db'
import type { Work, WriteOptions } from '@matterbase/domain'

/** Reads and writes the rows of one workspace. Each call waits for the turn of the workspace. */
export interface Access {
  /** Runs statements without a transaction. */
  readonly sql: Sql
  readonly write: <T>(work: Work<T>, options?: Pick<WriteOptions, 'before' | 'ahead'>) => Promise<T>
}

interface AccessOptions extends ReaderOptions {
  /** The trace step to store with events. */
  readonly traceparent: string | undefined
}

export function accessTo(db: Db, workspaceId: number, { traceparent, ...options }: AccessOptions): Access {
  const { requester } = options
  return {
    sql: reader(db, workspaceId, options),
    write: (work, options = {}) => write(db, workspaceId, work, { ...options, requester, traceparent }),
  }
}

/** Runs the one transaction of a write, which commits when `work` returns, and rolls back when it throws. */
export type Write = <T extends object>(work: Work<T>, ahead?: WriteOptions['ahead']) => Promise<T>

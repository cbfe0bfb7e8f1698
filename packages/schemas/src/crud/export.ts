import { z } from 'zod'
import { Epoch, epochParam } from '../fields/epoch.ts'
import { Timestamp } from '../fields/primitives.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'

/** The last line of an export: what is without it is not whole. */
const ExportEnd = z.object({
  _export: z.object({
    count: z.int().min(0).meta({ description: 'Number of records in this export.', example: 1 }),
    updated_since: Timestamp.meta({ description: 'Value for `updated_since` of the list that continues this export.' }),
    epoch: Epoch,
  }),
})

interface ExportOptions<P extends string, E extends z.ZodObject> {
  readonly path: P
  /** `matters` */
  readonly many: string
  /** `Matters` */
  readonly names: string
  readonly read: Scope
  readonly record: E
}

/** All records of a resource in one answer, as they were at one moment. */
export const exportOperation = <const P extends string, E extends z.ZodObject>(options: ExportOptions<P, E>) =>
  ({
    method: 'get',
    path: `/${options.path}/export`,
    operationId: `export${options.names}`,
    summary: `Export all ${options.many}`,
    description: `Returns all ${options.many} of the workspace as of one point in time: one JSON object per line (NDJSON), ordered by ID. The last line is \`{"_export": {"count", "updated_since", "epoch"}}\`. A response without this line was cut off, so discard it. A list with this \`updated_since\` returns every later change. An account can run two exports at the same time, and a server four; one more returns 503 with \`Retry-After\`. The server closes an export that you read too slowly.`,
    scope: options.read,
    query: z.object({ epoch: epochParam }),
    responses: { 200: options.record },
    lines: { end: ExportEnd },
  }) as const satisfies Operation

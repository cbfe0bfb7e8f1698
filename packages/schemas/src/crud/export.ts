import { z } from 'zod'
import { Timestamp } from '../fields/primitives.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'

/** The last line of an export: what is without it is not whole. */
const ExportEnd = z.object({
  _export: z.object({
    count: z.int().min(0).meta({ description: 'How many records came before.', example: 1 }),
    updated_since: Timestamp.meta({ description: 'Where a list with `updated_since` goes on.' }),
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
    description: `All ${options.many} of the workspace as they are at one moment, one a line, in the order of their ids. The last line is \`{"_export": {"count", "updated_since"}}\`: an answer without it broke off and is not whole. A list with this \`updated_since\` answers every later change. Two exports of an account can be under way, and four in all: one more is answered 503. One that is read too slowly is broken off.`,
    scope: options.read,
    responses: { 200: options.record },
    lines: { end: ExportEnd },
  }) as const satisfies Operation

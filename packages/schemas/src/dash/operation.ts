import type { Operation } from '../operations/operation.ts'
import type { Permission } from './access/permissions.ts'

/** What the dashboard alone can do, under `/dash/v1`. */
export type DashResource = Readonly<Record<string, Operation<Permission>>>

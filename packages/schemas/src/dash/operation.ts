import type { Operation } from '../operations/operation.ts'
import type { Permission } from './access/permissions.ts'

/** Operations of the dashboard only, under `/dash/v1`. */
export type DashResource = Readonly<Record<string, Operation<Permission>>>

import type { RecordOf } from '../api/contract.ts'

export type Matter = RecordOf<'GET /matters'>

export const matterStatuses = [
  'In Progress',
  'Case Won',
  'Case Closed',
  'Settled',
  'Dismissed',
  'On Hold',
] as const satisfies readonly Matter['status'][]

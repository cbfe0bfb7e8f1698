export { measureStorage, workspacesToMeasure } from './measure-storage.ts'
export { accountStorage, requireRoom } from './storage-quota.ts'
export type { AccountStorage } from './storage-quota.ts'
export { storedTables } from './stored-tables.ts'

export { exportJournal, journalTotalsOf } from './export-journal.ts'
export type { JournalRequest } from './export-journal.ts'
export { journalFile } from './journal-file.ts'
export { findAccountingSettings, updateAccountingSettings } from './settings.ts'

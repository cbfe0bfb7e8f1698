import { recordContracts, tableOf } from '@matterbase/schemas'
import { recordTable } from '../../core/records/table/table.ts'

const { timeEntries, expenses } = recordContracts

// For what `kinds.ts` imports, which cannot import that.
export const timeTable = recordTable(tableOf(timeEntries.path), timeEntries.fields, timeEntries.derived)
export const expenseTable = recordTable(tableOf(expenses.path), expenses.fields, expenses.derived)

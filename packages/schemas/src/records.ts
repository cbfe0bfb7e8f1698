import { clients } from './resources/clients.ts'
import { matters } from './resources/matters.ts'
import { timeEntries } from './resources/time-entries.ts'
import { expenses } from './resources/expenses.ts'
import { externalRecords } from './resources/external-records.ts'

/** The ordinary records: those that `crud` made. All that is said of each of them elsewhere is made from this. */
export const recordContracts = {
  matters,
  clients,
  timeEntries,
  expenses,
  externalRecords,
} as const

export type RecordContracts = typeof recordContracts
export type RecordName = keyof RecordContracts
/** Any of them. */
export type RecordContract = RecordContracts[RecordName]

export const recordNames = Object.keys(recordContracts) as readonly RecordName[]

/** Something for each kind of record, under its name. */
export const eachRecord = <T>(make: (contract: RecordContract, name: RecordName) => T) =>
  Object.fromEntries(recordNames.map((name) => [name, make(recordContracts[name], name)])) as {
    readonly [N in RecordName]: T
  }

/** The same member of each contract. */
export function ofEachRecord<M extends keyof RecordContract>(
  member: M,
): { readonly [N in RecordName]: RecordContracts[N][M] }
export function ofEachRecord(member: keyof RecordContract) {
  return eachRecord((contract) => contract[member])
}

/** The table that records are in, by their path. */
export const tableOf = (path: string) => path.replaceAll('-', '_')

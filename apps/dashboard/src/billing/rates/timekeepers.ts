import type { RecordOf } from '../../api/contract.ts'

export type Timekeeper = RecordOf<'GET /timekeepers'>

export const classes = [
  { value: 'PT', label: 'Partner' },
  { value: 'AS', label: 'Associate' },
  { value: 'OC', label: 'Of counsel' },
  { value: 'PL', label: 'Paralegal' },
  { value: 'LA', label: 'Legal assistant' },
  { value: 'OT', label: 'Other' },
] as const

/** A member in the form of the firm. */
export interface TimekeeperValues {
  user_id: string
  name: string
  timekeeper_id: string
  classification: string
}

export const timekeeperValuesOf = ({ user_id, name, timekeeper_id, classification }: Timekeeper): TimekeeperValues => ({
  user_id,
  name,
  timekeeper_id: timekeeper_id ?? '',
  classification: classification ?? '',
})

export const timekeeperBodyOf = ({ timekeeper_id, classification }: TimekeeperValues) => ({
  timekeeper_id,
  classification: classes.find(({ value }) => value === classification)?.value ?? null,
})

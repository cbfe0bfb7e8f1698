import type { RecordOf } from '../../api/contract.ts'
import type { Resource } from '../../records/resource.ts'

/** How a cell is read; everything that is no number or yes-or-no is text. */
type Kind = 'text' | 'number' | 'boolean'
type Fields<R> = Readonly<Record<Exclude<keyof R, 'id' | 'created_at' | 'updated_at'>, Kind>>

const matters: Fields<RecordOf<'GET /matters'>> = {
  external_id: 'text',
  title: 'text',
  description: 'text',
  case_category: 'text',
  service_type: 'text',
  status: 'text',
  official_case_number: 'text',
  case_type: 'text',
  client_id: 'number',
  estimated_hours: 'number',
  estimated_budget_min: 'number',
  estimated_budget_max: 'number',
  start_date: 'text',
  end_date: 'text',
}

const clients: Fields<RecordOf<'GET /clients'>> = {
  external_id: 'text',
  company_name: 'text',
  contact_person: 'text',
  email: 'text',
  phone: 'text',
  address: 'text',
  client_type: 'text',
  status: 'text',
  notes: 'text',
  bio: 'text',
  website: 'text',
  location: 'text',
}

const timeEntries: Fields<RecordOf<'GET /time-entries'>> = {
  external_id: 'text',
  case_id: 'number',
  client_id: 'number',
  description: 'text',
  duration: 'number',
  start_time: 'text',
  end_time: 'text',
  is_billable: 'boolean',
  rate: 'number',
  hourly_rate: 'number',
  activity_type: 'text',
  status: 'text',
}

export const importFields: Readonly<Record<Resource['path'], Readonly<Record<string, Kind>>>> = {
  matters,
  clients,
  'time-entries': timeEntries,
}

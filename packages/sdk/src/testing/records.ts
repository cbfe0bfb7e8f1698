import type { Client } from '../resources/clients.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { Me } from '../resources/me.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { Expense } from '../resources/expenses.ts'
import type { Delivery, WebhookEndpoint } from '../resources/webhook-types.ts'

export const at: string = '2026-01-15T09:30:00.000Z'
export const stamps: { readonly created_at: string; readonly updated_at: string } = { created_at: at, updated_at: at }

/** Creates a complete record with the given fields. */
export type Maker<T> = (overrides?: Partial<T>) => T

export const make =
  <T>(record: T): Maker<T> =>
  (overrides = {}) => ({ ...structuredClone(record), ...overrides })

export const matter: Maker<Matter> = make<Matter>({
  id: 1,
  title: 'Estate of Moss',
  description: null,
  case_category: 'Probate',
  service_type: null,
  status: 'In Progress',
  official_case_number: null,
  case_type: null,
  client_id: 1,
  estimated_hours: 12.5,
  estimated_budget_min: null,
  estimated_budget_max: null,
  start_date: '2026-01-15',
  end_date: null,
  external_id: 'case-1',
  ...stamps,
})

export const client: Maker<Client> = make<Client>({
  id: 1,
  company_name: 'Moss & Sons',
  contact_person: 'Ada Moss',
  email: 'ada@moss.example',
  phone: null,
  address: null,
  client_type: 'business',
  status: 'active',
  notes: null,
  bio: null,
  website: null,
  location: null,
  external_id: 'crm-1',
  ...stamps,
})

export const timeEntry: Maker<TimeEntry> = make<TimeEntry>({
  id: 1,
  case_id: 1,
  client_id: 1,
  description: 'Drafted the inventory',
  duration: 1.5,
  start_time: null,
  end_time: null,
  is_billable: true,
  rate: null,
  hourly_rate: 240,
  activity_type: null,
  status: 'pending',
  external_id: 'time-1',
  ...stamps,
  user_id: null,
  billing_rate: 240,
  rate_source: 'entry',
  billed_hours: 1.5,
})

export const lead: Maker<Lead> = make<Lead>({
  lead_id: '00000000-0000-4000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Moss',
  email: 'ada@moss.example',
  phone: null,
  company: null,
  practice_area: 'Probate',
  description: null,
  urgency: 'medium',
  status: 'new',
  score: 50,
  ...stamps,
})

export const webhookEndpoint: Maker<WebhookEndpoint> = make<WebhookEndpoint>({
  id: 1,
  url: 'https://receiver.example/hooks',
  events: ['matter.created'],
  description: null,
  is_active: true,
  failure_count: 0,
  last_delivery_at: null,
  created_at: at,
})

export const delivery: Maker<Delivery> = make<Delivery>({
  id: 1,
  event_id: '00000000-0000-4000-8000-000000000002',
  event: 'matter.created',
  status: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  last_status_code: 200,
  last_error: null,
  created_at: at,
  delivered_at: at,
  attempts: [],
})

export const me: Maker<Me> = make<Me>({
  key: {
    id: 1,
    name: 'Test',
    environment: 'test',
    scopes: ['matters:read', 'matters:write'],
    rate_tier: 'pro',
    acts_for: null,
  },
  workspace: { epoch: '00000000-0000-4000-8000-000000000004' },
  owner_uuid: '00000000-0000-4000-8000-000000000003',
})

export const expense: Maker<Expense> = make<Expense>({
  id: 1,
  case_id: 1,
  client_id: 1,
  date: '2026-01-15',
  description: 'Filing fee',
  quantity: 1,
  unit_price: 120,
  kind: 'hard',
  vendor: 'District Court',
  code: 'E112',
  is_billable: true,
  status: 'pending',
  external_id: 'expense-1',
  ...stamps,
  user_id: null,
})

import { crud } from '../crud/crud.ts'
import { customFieldValues } from '../fields/custom-field.ts'
import { metadata } from '../fields/metadata.ts'
import { memberId } from '../fields/member-id.ts'
import { recordNumber } from '../fields/record-number.ts'
import {
  about,
  amount,
  calendarDate,
  choice,
  externalId,
  freeText,
  reference,
  requiredText,
  state,
} from '../fields/fields.ts'

const billingMethods = ['hourly', 'flat_fee', 'contingency', 'other'] as const

const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

export const matters = crud({
  path: 'matters',
  noun: 'matter',
  name: 'Matter',
  about: 'Cases and other mandates of the firm, with their client, status, budget and dates.',
  created: 'A new matter is opened',
  read: 'matters:read',
  write: 'matters:write',
  found: { kind: 'matter', title: ['title'], subtitle: ['official_case_number', 'status', 'external_id'] },
  filters: [
    'status',
    'client_id',
    'number',
    'responsible_user_id',
    'originating_user_id',
    'billing_method',
    'metadata',
    'custom_fields',
  ],
  sortedBy: ['title', 'status', 'client'],
  isReferenced: true,
  fields: {
    title: about(requiredText(255), {
      description: 'Title of the matter, as lists and invoices show it.',
      example: 'Hale v. Northgate Insurance',
    }),
    description: about(freeText(65_536), {
      description: 'Description of the matter, for the members of the firm.',
      example: 'Claim for water damage at the Mill Lane premises.',
    }),
    case_category: about(freeText(255), {
      description: 'Area of law, as free text.',
      example: 'Civil litigation',
    }),
    service_type: about(freeText(255), {
      description: 'Service for the client, as free text.',
      example: 'Representation',
    }),
    status: state(matterStatuses, 'In Progress', {
      name: 'MatterStatus',
      description: 'Status of the matter. You can set any status at any time.',
    }),
    official_case_number: about(freeText(255), {
      description: 'File number of the court or authority.',
      example: '2026-CV-01482',
    }),
    case_type: about(freeText(255), {
      description: 'Kind of case, as free text.',
      example: 'Insurance dispute',
    }),
    client_id: about(reference('clients'), {
      description:
        'ID of the client of the matter. If you change it, unbilled time entries and expenses of the matter move to the new client.',
    }),
    estimated_hours: about(amount, { description: 'Estimated hours of work.', example: 60 }),
    estimated_budget_min: about(amount, {
      description: 'Lower end of the estimated budget, in the currency of the firm.',
      example: 12_000,
    }),
    estimated_budget_max: about(amount, {
      description: 'Upper end of the estimated budget, in the currency of the firm.',
      example: 18_500.5,
    }),
    start_date: about(calendarDate, { description: 'First day of work, `YYYY-MM-DD`.', example: '2026-03-02' }),
    end_date: about(calendarDate, {
      description: 'Last day of work, actual or planned, `YYYY-MM-DD`.',
      example: '2026-11-30',
    }),
    external_id: externalId,
    metadata,
    custom_fields: customFieldValues('matters'),
    number: about(recordNumber, {
      description:
        'Number of the matter in the firm, at most 100 characters, trimmed. Unique in the workspace and never used again, also after the matter was deleted. A new matter without a number gets the next one if the firm has set a pattern for matter numbers in the dashboard, else null.',
      example: '2026-0042',
    }),
    billing_method: choice(billingMethods, {
      name: 'BillingMethod',
      description: 'Agreed way of billing the matter, for your information. It does not change how work is billed.',
    }),
  },
  derived: {
    responsible_user_id: memberId(
      'ID of the member of the account who is responsible for the matter. An ID that is not a current member is refused; you can send the unchanged value of a former member.',
    ),
    originating_user_id: memberId(
      'ID of the member of the account who brought the matter in. An ID that is not a current member is refused; you can send the unchanged value of a former member.',
    ),
  },
  rules: {
    ordered: [
      ['estimated_budget_min', 'estimated_budget_max'],
      ['start_date', 'end_date'],
    ],
  },
})

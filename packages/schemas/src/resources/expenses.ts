import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import {
  about,
  amount,
  calendarDate,
  externalId,
  flag,
  formatted,
  freeText,
  reference,
  state,
} from '../fields/fields.ts'
import { text } from '../fields/primitives.ts'

const UserId = z.uuid().nullable().meta({
  description: 'The member of the account who recorded it in the dashboard, null for an API key.',
  example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
})

/** UTBMS counts its codes of expenses from E101; some clients have more of them than it names. */
const expenseCode = text(4).regex(/^E1\d\d$/, 'must be a UTBMS code of an expense: E1 and two digits, such as E112')

export const expenses = crud({
  path: 'expenses',
  noun: 'expense',
  name: 'Expense',
  about:
    "What was spent on matters, in the firm's currency: court fees, travel, copies. They share the scopes of matters.",
  read: 'matters:read',
  write: 'matters:write',
  found: { kind: 'expense', title: ['description', 'vendor'], subtitle: ['unit_price', 'external_id'] },
  filters: ['status', 'client_id', 'case_id'],
  sortedBy: ['date', 'status', 'amount'],
  fields: {
    case_id: about(reference('matters'), { description: 'The matter that it was spent on.' }),
    client_id: about(reference('clients'), {
      description: 'The client. When left out on create, the client of the matter.',
    }),
    date: about(calendarDate, {
      description: 'The day that it was spent on. Bills have the day that it was recorded on where there is none.',
      example: '2026-03-14',
    }),
    description: about(freeText(65_536), { description: 'What it was for.', example: 'Filing fee' }),
    quantity: about(amount, { description: 'How many. When left out or null, 1.', example: 1 }),
    unit_price: about(amount, { description: 'What one costs, without tax.', example: 120 }),
    kind: state(['hard', 'soft'], 'hard', {
      name: 'ExpenseKind',
      description: '`hard` was paid to somebody else, `soft` is a cost of the firm itself, such as copies.',
    }),
    vendor: about(freeText(255), { description: 'Who was paid.', example: 'District Court' }),
    code: about(formatted(expenseCode, z.string()), {
      description: 'The UTBMS code, E1xx: what LEDES files call it. They have E124 (other) where there is none.',
      example: 'E112',
    }),
    is_billable: about(flag(true), { description: 'Whether the client is to pay for it.' }),
    status: state(['pending', 'billed', 'paid'], 'pending', {
      name: 'ExpenseStatus',
      description: 'How far its payment is. Any status may follow any other.',
    }),
    external_id: externalId,
  },
  derived: { user_id: { kind: 'uuid', output: UserId } },
  rules: { someOf: ['case_id', 'unit_price', 'description'] },
})

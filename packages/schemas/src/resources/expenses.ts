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
import { metadata } from '../fields/metadata.ts'
import { billedBy } from '../fields/billed-by.ts'
import { dayRange } from '../fields/day-range.ts'
import { memberId } from '../fields/member-id.ts'
import { text } from '../fields/primitives.ts'

/** UTBMS counts its codes of expenses from E101; some clients have more of them than it names. */
const expenseCode = text(4).regex(/^E1\d\d$/, 'must be a UTBMS expense code, E1 and two digits, such as E112')

export const expenses = crud({
  path: 'expenses',
  noun: 'expense',
  name: 'Expense',
  about:
    'Costs of matters, such as court fees, travel and copies, in the currency of the firm. Expenses use the scopes of matters.',
  read: 'matters:read',
  write: 'matters:write',
  isBilled: true,
  found: { kind: 'expense', title: ['description', 'vendor'], subtitle: ['unit_price', 'external_id'] },
  filters: ['status', 'client_id', 'case_id', 'user_id', 'invoice_id', 'metadata'],
  days: dayRange('expenses', ' Leaves out expenses without `date`.'),
  sortedBy: ['date', 'status', 'amount'],
  fields: {
    case_id: about(reference('matters'), {
      description: 'ID of the matter that the cost belongs to. A matter is called `case` in field names.',
    }),
    client_id: about(reference('clients'), {
      description:
        'ID of the client. If the matter has a client, the expense always has the same client, and another `client_id` is ignored.',
    }),
    date: about(calendarDate, {
      description: 'Day of the cost, `YYYY-MM-DD`. Invoices show the day of `created_at` if it is null.',
      example: '2026-03-14',
    }),
    description: about(freeText(65_536), {
      description: 'Description of the cost, as printed on the invoice.',
      example: 'Filing fee',
    }),
    quantity: about(amount, { description: 'Number of units. Null counts as 1.', example: 1 }),
    unit_price: about(amount, {
      description: 'Price of one unit, without tax, in the currency of the firm.',
      example: 120,
    }),
    kind: state(['hard', 'soft'], 'hard', {
      name: 'ExpenseKind',
      description:
        'Kind of cost: `hard` was paid to a third party, such as a court; `soft` is a cost inside the firm, such as copies.',
    }),
    vendor: about(freeText(255), { description: 'Name of the third party that was paid.', example: 'District Court' }),
    code: about(formatted(expenseCode, z.string()), {
      description:
        'UTBMS expense code for LEDES files: `E1` and two digits, such as `E112`. A LEDES file uses E124 (other) if it is null.',
      example: 'E112',
    }),
    is_billable: about(flag(true), { description: 'Whether the cost can be billed to the client.' }),
    status: state(['pending', 'billed', 'paid'], 'pending', {
      name: 'ExpenseStatus',
      description:
        'Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an expense on an invoice follows that invoice and cannot be set to `pending`.',
    }),
    external_id: externalId,
    metadata,
  },
  derived: {
    user_id: memberId(
      'ID of the member of the account who had the cost. Default: the member that the API key acts for (`acts_for` in `GET /me`). An ID that is not a current member is refused; you can send the unchanged value of a former member.',
    ),
    invoice_id: billedBy('cost'),
  },
  rules: { products: [['quantity', 'unit_price']], someOf: ['case_id', 'unit_price', 'description'] },
})

import { z } from 'zod'
import type { DashResource } from '../operation.ts'
import { PathId } from '../../fields/primitives.ts'
import { ExpenseTax, TaxRate } from './invoices/invoice-lines.ts'

const TaxRates = z.object({ data: z.array(TaxRate).max(50) })

const ofExpense = { path: '/expenses/{id}/tax', params: z.object({ id: PathId }) } as const

/** The tax rates of invoice lines. The first one is the default of new lines. */
export const taxes = {
  list: {
    method: 'get',
    path: '/tax-rates',
    operationId: 'listTaxRates',
    summary: 'What lines of invoices can be taxed with',
    scope: 'invoices:read',
    responses: { 200: TaxRates },
  },
  set: {
    method: 'put',
    path: '/tax-rates',
    operationId: 'setTaxRates',
    changes: '/tax-rates',
    password: { when: 'in live' },
    summary: 'Set all of them; lines keep what they were given',
    scope: 'settings:write',
    body: TaxRates,
    responses: { 200: TaxRates },
  },
  ofExpense: {
    ...ofExpense,
    method: 'get',
    operationId: 'getExpenseTax',
    summary: 'What an expense is taxed with; null: as costs of its kind are',
    scope: 'matters:read',
    responses: { 200: z.object({ data: ExpenseTax }) },
  },
  setOfExpense: {
    ...ofExpense,
    method: 'put',
    operationId: 'setExpenseTax',
    changes: '/expenses/{id}/tax',
    summary: 'Say what an expense is taxed with',
    scope: 'matters:write',
    body: z.object({ tax: ExpenseTax }),
    responses: { 200: z.object({ data: ExpenseTax }) },
  },
} as const satisfies DashResource

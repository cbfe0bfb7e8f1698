import { createInvoice } from '@matterbase/domain'
import { invoiceStatuses } from '@matterbase/schemas'
import type { Command } from '../command.ts'
import { inWorkspace, optionalId, shownRecord, workspaceOptions } from '../in-workspace.ts'
import { oneOf } from '../one-of.ts'

export const invoicesCreate: Command = {
  name: 'invoices create',
  summary: 'Creates an invoice. With --status paid it fires invoice.paid.',
  usage:
    '--account EMAIL --number NUMBER --total AMOUNT [--environment live|test] [--case ID] [--client ID] [--status STATUS] [--issue-date DATE] [--due-date DATE]',
  options: {
    ...workspaceOptions,
    number: 'the invoice number, unique in the workspace',
    total: 'the total amount, such as 1250.50',
    case: 'the ID of a matter',
    client: 'the ID of a client',
    status: `draft (default) or another of ${invoiceStatuses.join(', ')}`,
    'issue-date': 'the issue date, such as 2026-03-14',
    'due-date': 'the due date, such as 2026-04-14',
  },
  required: ['account', 'number', 'total'],
  positionals: [],
  example: 'invoices create --account ada@example.com --number 2026-001 --total 1250.50',
  async run({ env, options }) {
    const { number = '', total = '', status = 'draft', case: matter, client } = options
    const invoice = {
      number,
      total: amount(total),
      status: oneOf('--status', invoiceStatuses, status),
      caseId: optionalId('--case', matter),
      clientId: optionalId('--client', client),
      issueDate: date('--issue-date', options['issue-date']),
      dueDate: date('--due-date', options['due-date']),
    }
    const { json } = await inWorkspace(env, options, (tx, actor) => createInvoice(tx, actor, invoice))
    return shownRecord(json)
  },
}

function amount(text: string): number {
  const value = Number(text)
  if (!/^\d+(?:\.\d+)?$/.test(text) || value > 1e12)
    throw new Error(`--total must be an amount from 0 to 1,000,000,000,000 such as 1250.50, not "${text}"`)
  return value
}

function date(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  if (!isDate) throw new Error(`${option} must be a date such as 2026-03-14, not "${text}"`)
  return text
}

import { createInvoice } from '@matterbase/domain'
import { invoiceStatuses } from '@matterbase/schemas'
import type { Command } from '../command.ts'
import { inWorkspace, optionalId, shownRecord, workspaceOptions } from '../in-workspace.ts'
import { oneOf } from '../one-of.ts'

export const invoicesCreate: Command = {
  name: 'invoices create',
  summary: 'Makes an invoice. One that is made paid fires invoice.paid.',
  usage:
    '--account E --number N --total X [--environment live|test] [--case ID] [--client ID] [--status S] [--issue-date D] [--due-date D]',
  options: {
    ...workspaceOptions,
    number: 'its number, unique in the workspace',
    total: 'the total amount, such as 1250.50',
    case: 'the id of a matter',
    client: 'the id of a client',
    status: `${invoiceStatuses.join(', ')}; default draft`,
    'issue-date': 'such as 2026-03-14',
    'due-date': 'such as 2026-04-14',
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
    throw new Error(`--total must be an amount from 0 to 1000000000000, not "${text}"`)
  return value
}

function date(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  if (!isDate) throw new Error(`${option} must be a date such as 2026-03-14, not "${text}"`)
  return text
}

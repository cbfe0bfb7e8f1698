import { setInvoiceStatus } from '@matterbase/domain'
import { invoiceStatuses } from '@matterbase/schemas'
import type { Command } from '../command.ts'
import { inWorkspace, recordId, shownRecord, workspaceOptions } from '../in-workspace.ts'
import { oneOf } from '../one-of.ts'

export const invoicesUpdate: Command = {
  name: 'invoices update',
  summary: 'Sets the status of an invoice. A change to paid fires invoice.paid.',
  usage: 'ID --account EMAIL --status STATUS [--environment live|test]',
  options: { ...workspaceOptions, status: `one of ${invoiceStatuses.join(', ')}` },
  required: ['account', 'status'],
  positionals: ['ID'],
  example: 'invoices update 7 --account ada@example.com --status paid',
  async run({ env, options, positionals: [text = ''] }) {
    const id = recordId('ID', text)
    const status = oneOf('--status', invoiceStatuses, options['status'] ?? '')
    const { json } = await inWorkspace(env, options, (tx, actor) => setInvoiceStatus(tx, actor, { id, status }))
    return shownRecord(json)
  },
}

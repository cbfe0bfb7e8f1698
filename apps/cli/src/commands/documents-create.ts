import { createDocument } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { inWorkspace, optionalId, shownRecord, workspaceOptions } from '../in-workspace.ts'

export const documentsCreate: Command = {
  name: 'documents create',
  summary: 'Creates a document that waits for a signature.',
  usage:
    '--account EMAIL --title TITLE --signer-name NAME --signer-email EMAIL [--environment live|test] [--case ID] [--client ID]',
  options: {
    ...workspaceOptions,
    title: 'the title of the document',
    'signer-name': 'the name of the signer',
    'signer-email': 'the email address of the signer',
    case: 'the ID of a matter',
    client: 'the ID of a client',
  },
  required: ['account', 'title', 'signer-name', 'signer-email'],
  positionals: [],
  example:
    'documents create --account ada@example.com --title "Engagement letter" --signer-name "Jane Doe" --signer-email jane@example.com',
  async run({ env, options }) {
    const document = {
      title: options['title'] ?? '',
      signerName: options['signer-name'] ?? '',
      signerEmail: options['signer-email'] ?? '',
      caseId: optionalId('--case', options['case']),
      clientId: optionalId('--client', options['client']),
    }
    const { json } = await inWorkspace(env, options, (tx, actor) => createDocument(tx, actor, document))
    return shownRecord(json)
  },
}

import { createDocument } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { inWorkspace, optionalId, shownRecord, workspaceOptions } from '../in-workspace.ts'

export const documentsCreate: Command = {
  name: 'documents create',
  summary: 'Makes a document that waits to be signed.',
  usage: '--account E --title T --signer-name N --signer-email M [--environment live|test] [--case ID] [--client ID]',
  options: {
    ...workspaceOptions,
    title: 'its title',
    'signer-name': 'who is to sign it',
    'signer-email': 'their email address',
    case: 'the id of a matter',
    client: 'the id of a client',
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

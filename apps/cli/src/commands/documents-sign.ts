import { signDocument } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { inWorkspace, recordId, shownRecord, workspaceOptions } from '../in-workspace.ts'

export const documentsSign: Command = {
  name: 'documents sign',
  summary: 'Signs a document, and fires document.signed.',
  usage: 'ID --account EMAIL [--environment live|test]',
  options: workspaceOptions,
  required: ['account'],
  positionals: ['ID'],
  example: 'documents sign 7 --account ada@example.com',
  async run({ env, options, positionals: [text = ''] }) {
    const id = recordId('ID', text)
    const { json } = await inWorkspace(env, options, (tx, actor) => signDocument(tx, actor, { id }))
    return shownRecord(json)
  },
}

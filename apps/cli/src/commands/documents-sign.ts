import { signDocument } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { inWorkspace, recordId, workspaceOptions } from '../in-workspace.ts'

export const documentsSign: Command = {
  name: 'documents sign',
  summary: 'Signs a document and fires document.signed.',
  usage: 'ID --account E [--environment live|test]',
  options: workspaceOptions,
  required: ['account'],
  positionals: ['ID'],
  example: 'documents sign 7 --account ada@example.com',
  run({ env, options, positionals: [text = ''] }) {
    const id = recordId('ID', text)
    return inWorkspace(env, options, async (db, workspaceId) => {
      const document = await signDocument(db, workspaceId, id)
      if (document === undefined) throw new Error(`There is no document ${id} in this workspace`)
      return document
    })
  },
}

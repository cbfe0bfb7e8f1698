import { createSealer } from '@matterbase/db'
import { checkEvidence } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { count } from '../count.ts'
import { findEncryptionKey } from '../encryption-key.ts'
import { inWorkspace, workspaceOptions } from '../in-workspace.ts'

export const documentsCheck: Command = {
  name: 'documents check',
  summary: 'Checks that no sealed signature and no signed document was changed or deleted.',
  usage: '--account EMAIL [--environment live|test]',
  options: workspaceOptions,
  required: ['account'],
  positionals: [],
  json: 'print {"records", "problems": [{"number", "document_id", "problem"}], "last_hash"}; exit code 1 with problems',
  example: 'documents check --account ada@example.com',
  async run({ env, options }) {
    const key = await findEncryptionKey(env)
    if (key === undefined)
      throw new Error('ENCRYPTION_KEY is not set: run this command with the environment of the server')
    const sealer = createSealer(key)
    const checked = await inWorkspace(env, options, ({ sql, workspaceId }) => checkEvidence(sql, sealer, workspaceId))
    const { records, problems, last_hash: lastHash } = checked
    const lines = problems.map((one) => `record ${one.number}, document ${one.document_id}: ${one.problem}`)
    const sum = `${count(records, 'sealed signature')}, ${count(problems.length, 'problem')}, last hash ${lastHash ?? 'none'}`
    return { json: checked, text: [...lines, sum].join('\n'), failed: problems.length > 0 }
  },
}

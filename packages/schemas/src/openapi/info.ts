import type { Operation } from '../operations/operation.ts'
import { scopes } from '../operations/scopes.ts'

/** The document's introduction. */
export const info = {
  title: 'Matterbase API',
  version: '1.0.0',
  description: `Matters, clients, time entries, leads, invoices and signed webhooks of a legal practice.

**Records** live in a workspace, live or test, and a key sees its own workspace only. Ids and timestamps are set by the service: sent back, they are dropped, so that what GET answers can be sent to PUT.

**Unknown fields and parameters** are ignored and named in \`X-Ignored-Fields\`; with \`Prefer: handling=strict\` they are refused.

**Date-times** are RFC 3339. One that is sent without a zone is read as UTC; all are answered in UTC with milliseconds.

**Errors** are JSON with a sentence in \`error\` and a word for machines in \`code\`. Besides what each operation lists, any path answers 405 \`method_not_allowed\` with \`Allow\` to a method that it does not have, and an unknown path is 404.

**HEAD** works wherever GET does, **OPTIONS** everywhere, and a trailing slash makes no difference. Browsers may call the API from any origin.`,
  contact: { name: 'Matterbase' },
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
}

/** What is said about API keys: how they look, and what each scope allows. */
export function bearerDescription(operations: readonly Operation[]): string {
  const lines = scopes.map((scope) => {
    const allowed = operations.filter((operation) => operation.scope === scope)
    return `- \`${scope}\`: ${allowed.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')}`
  })
  return `An API key, \`mb_live_…\` or \`mb_test_…\`. It may do what its scopes allow; writing does not imply reading.\n\n${lines.join('\n')}`
}

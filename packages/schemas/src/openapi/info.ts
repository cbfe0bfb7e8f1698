import type { Operation } from '../operations/operation.ts'
import { scopes } from '../operations/scopes.ts'

/** The document's introduction. */
export const info = {
  title: 'Matterbase API',
  version: '1.0.0',
  description: `Read and write the matters, clients, time entries and expenses of a law firm, capture leads, read invoices and payments, and receive signed webhooks.

**Records** belong to a workspace, live or test. An API key reads and writes only its own workspace, and IDs differ between the two. The service sets IDs, timestamps and other read-only fields. You can send back a record as GET returned it, because unchanged read-only fields are ignored. Changed ones are ignored and named in \`X-Ignored-Fields\`.

**Unknown fields and parameters** are ignored and named in \`X-Ignored-Fields\`. With \`Prefer: handling=strict\` they are refused.

**Date-times** are RFC 3339. A date-time without a zone is UTC. You can leave out the seconds; a leap second is refused. Responses have UTC with milliseconds. **Numbers** are rounded to 10 decimal places.

**Errors** are JSON with a message in \`error\`, a code for programs in \`code\`, and the page that explains the code in \`doc_url\`. In addition to the errors of each operation, a path returns 405 \`method_not_allowed\` with \`Allow\` for other methods, and an unknown path returns 404.

**HEAD** works for each GET, **OPTIONS** for each path, and a trailing slash makes no difference. Browsers can call the API from any origin.`,
  contact: { name: 'Matterbase' },
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
}

/** The description of API keys: their format, and the scopes. */
export function bearerDescription(operations: readonly Operation[]): string {
  const lines = scopes.map((scope) => {
    const allowed = operations.filter((operation) => operation.scope === scope)
    return `- \`${scope}\`: ${allowed.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')}`
  })
  return `An API key, \`mb_live_…\` or \`mb_test_…\`. Its scopes decide which endpoints you can call. A write scope does not include the read scope.\n\n${lines.join('\n')}`
}

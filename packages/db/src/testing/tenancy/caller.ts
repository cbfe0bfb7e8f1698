import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

/** The file that asked for a statement, from the root of the repository on; null where that is a test. */
export function callerInProduct(): string | null {
  const files = getCallSites(20).map(({ scriptName: name }) =>
    relative(root, name.startsWith('file:') ? fileURLToPath(name) : name),
  )
  const behind = files.slice(files.lastIndexOf('packages/db/src/client/sql.ts') + 1)
  const file = behind.find((each) => /^(?:apps|packages)\/(?!.*node_modules|db\/src\/)/.test(each)) ?? ''
  return file.includes('/test/') ? null : file
}

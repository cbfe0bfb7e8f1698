import { operations } from './contract.ts'
import type { Operation } from './operations/operation.ts'

/**
 * The scope that reads what an operation writes: the one it names, or that of GET on the same resource. Without it, an
 * API key gets from a write only what it sent.
 */
export function readScopeOf({
  method,
  path,
  readScope,
}: Pick<Operation<string>, 'method' | 'path' | 'readScope'>): string | undefined {
  if (method === 'get') return undefined
  if (readScope !== undefined) return readScope
  return (
    operations.find((other) => other.method === 'get' && resourceOf(other.path) === resourceOf(path))?.scope ??
    undefined
  )
}

const resourceOf = (path: string) => path.split('/')[1]

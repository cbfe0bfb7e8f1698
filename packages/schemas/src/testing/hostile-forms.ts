import { gzipSync } from 'node:zlib'
import type { HostileRequest } from './hostile-requests.ts'
import { payloads } from './payloads.ts'

/** A path that takes a body without being an operation of a contract. */
interface Door {
  readonly path: string
  readonly type: 'application/json' | 'application/x-www-form-urlencoded'
  /** A field that the response repeats. */
  readonly field: string
  /** True if the form cuts long values. */
  readonly isCut?: true
}

const fields = (names: readonly string[]) => names.map((name) => `${name}=x`).join('&')

const forms = (field: string): Readonly<Record<string, string>> => ({
  'many fields': fields(Array.from({ length: 100_000 }, (_, n) => `u${n.toString(36)}`)),
  'one field many times': fields(Array.from({ length: 100_000 }, () => field)),
  'a deep name': `${field}${'[a]'.repeat(10_000)}=x`,
  'a long value': `${field}=${'x'.repeat(1_000_000)}`,
  // As much as is taken in, of what grows most when it is escaped.
  'a value to escape': `${field}=${'"'.repeat(100_000)}`,
})

/** Large or deep input for the public forms and the sign-in. */
export function* hostileForms(doors: readonly Door[]): Generator<HostileRequest> {
  for (const { path, type, field, isCut = false } of doors) {
    const bodies = type === 'application/json' ? payloads : forms(field)
    for (const [shape, text] of Object.entries(bodies)) {
      const request = { method: 'POST', path, isTaken: isCut }
      const body = new TextEncoder().encode(text)
      yield { ...request, shape, headers: { 'content-type': type }, body }
      yield {
        ...request,
        shape: `${shape}, compressed`,
        headers: { 'content-type': type, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(body)),
      }
    }
  }
}

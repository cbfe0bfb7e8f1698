import { z } from 'zod'
import { DamagedError } from './damaged.ts'

// A frame is a byte that says its kind, its length in 4 bytes, and that many bytes: JSON, or rows as PostgreSQL's
// COPY writes them in its binary format. A backup is a head, then for each table its name, its rows and their sum, then an end.

const number = z.int().min(0)
const sum = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1).max(63)

const shapes = {
  head: z.strictObject({
    /** When the moment was that the backup shows. */
    taken_at: z.iso.datetime(),
    /** The version of the program that wrote it. */
    version: z.string(),
    postgresql: z.string(),
    migrations: z.array(z.strictObject({ name: z.string(), checksum: sum })).min(1),
    sequences: z.array(z.strictObject({ name, last_value: z.string().regex(/^-?\d{1,19}$/), is_called: z.boolean() })),
    /** The beginning of the sealed values, which shows if an encryption key fits. */
    sealed_with: z.array(z.string().regex(/^[0-9a-f]{8}$/)),
    /** The encryption key itself, if that was asked for. */
    encryption_key: z.string().nullable(),
  }),
  table: z.strictObject({ name, columns: z.array(name).min(1) }),
  sum: z.strictObject({ rows: number, bytes: number, sha256: sum }),
  end: z.strictObject({ tables: number, rows: number }),
}

type Shapes = { [Kind in keyof typeof shapes]: z.output<(typeof shapes)[Kind]> }

export type Head = Shapes['head']
export type TableSum = Shapes['sum']

export type Frame =
  | { [Kind in keyof Shapes]: { readonly kind: Kind; readonly value: Shapes[Kind] } }[keyof Shapes]
  | { readonly kind: 'rows'; readonly value: Buffer }

const kinds = ['head', 'table', 'rows', 'sum', 'end'] as const
const prefix = 5
const longest = 1_048_576

function* encode(kind: Frame['kind'], body: Buffer): Generator<Buffer> {
  const start = Buffer.alloc(prefix)
  start.writeUInt8(kinds.indexOf(kind) + 1, 0)
  start.writeUInt32BE(body.length, 1)
  yield start
  yield body
}

/** A frame as bytes. Rows may be of any length: they are cut. */
export function* encodeFrame({ kind, value }: Frame): Generator<Buffer> {
  if (kind !== 'rows') yield* encode(kind, Buffer.from(JSON.stringify(value)))
  else for (let at = 0; at < value.length; at += longest) yield* encode(kind, value.subarray(at, at + longest))
}

/** @throws DamagedError */
export async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    for (let length = lengthOf(held); held.length >= prefix + length; length = lengthOf(held)) {
      yield parse(held.readUInt8(0), held.subarray(prefix, prefix + length))
      held = held.subarray(prefix + length)
    }
  }
  if (held.length > 0) throw new DamagedError('it is cut off')
}

/** Infinity while too little was read to know. */
function lengthOf(held: Buffer): number {
  if (held.length < prefix) return Number.POSITIVE_INFINITY
  const length = held.readUInt32BE(1)
  if (length > longest * 16) throw new DamagedError('a part is too long')
  return length
}

function parse(code: number, body: Buffer): Frame {
  const kind = kinds[code - 1]
  if (kind === undefined) throw new DamagedError('a part has an unknown kind')
  if (kind === 'rows') return { kind, value: body }
  try {
    return { kind, value: shapes[kind].parse(JSON.parse(body.toString())) } as Frame
  } catch (cause) {
    throw new DamagedError(`its ${kind} cannot be read`, { cause })
  }
}

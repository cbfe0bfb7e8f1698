import { types } from 'pg'
import * as Prisma from './fragments.ts'
import { binaryArray } from './binary-array.ts'
import type { Item, ItemType } from './binary-array.ts'

/** An array as one parameter of a statement. */
export interface List {
  readonly type: ListType
  /** Returns the encoded list. Called by pg. */
  toPostgres(): Buffer
  /** Distinguishes lists from other values. */
  toJSON(): unknown
}

/** A list that is put together as its items come, and is kept as it will be sent. */
export interface GrowingList {
  push(item: Item): void
  /** @returns the parameter; nothing can be pushed any more. */
  end(): Prisma.Sql
}

const { builtins } = types

const epochMs = Date.UTC(2000)

const itemTypes = {
  bigint: {
    oid: builtins.INT8,
    write: (bytes, at, item) => bytes.writeBigInt64BE(BigInt(item as string | number | bigint), at) - at,
  },
  bytea: {
    oid: builtins.BYTEA,
    write: (bytes, at, item) => (bytes.set(item as Uint8Array, at), (item as Uint8Array).length),
  },
  float8: { oid: builtins.FLOAT8, write: (bytes, at, item) => bytes.writeDoubleBE(Number(item), at) - at },
  int: { oid: builtins.INT4, write: (bytes, at, item) => bytes.writeInt32BE(Number(item), at) - at },
  text: { oid: builtins.TEXT, write: (bytes, at, item) => bytes.write(String(item), at) },
  // Microseconds since 2000.
  timestamptz: {
    oid: builtins.TIMESTAMPTZ,
    write: (bytes, at, item) => bytes.writeBigInt64BE(BigInt(Number(item) - epochMs) * 1_000n, at) - at,
  },
} satisfies Record<string, ItemType>

export type ListType = keyof typeof itemTypes

/**
 * Values as an array, for `= ANY` and unnest. PostgreSQL does not see how many they are: it keeps one plan for all of
 * them, where it would make a new one each time, which costs more than to look up what they name.
 */
export const list = (values: readonly Item[], type: ListType) =>
  parameter({
    type,
    toPostgres() {
      const array = binaryArray(itemTypes[type])
      for (const value of values) array.push(value)
      return array.end()
    },
    toJSON: () => values,
  })

/** The same, of values that are still to come. */
export function growingList(type: ListType): GrowingList {
  const array = binaryArray(itemTypes[type])
  return {
    push: (item) => array.push(item),
    end() {
      const bytes = array.end()
      return parameter({ type, toPostgres: () => bytes, toJSON: () => bytes.toString('base64') })
    },
  }
}

function parameter(array: List): Prisma.Sql {
  const type = Prisma.raw(array.type)
  return Prisma.sql`(SELECT ${array}::${type}[])::${type}[]`
}

export const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && 'toPostgres' in value

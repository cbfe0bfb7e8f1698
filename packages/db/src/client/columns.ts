import { types } from 'pg'
import { Environment, RateTier } from '../generated/enums.ts'
import type { RawJson } from './raw-json.ts'

const { builtins } = types

/** A column of what a statement answers: what JavaScript gets of it, and the types that PostgreSQL may have for it. */
export interface Column<T> {
  /** For the compiler only. */
  readonly value?: T
  readonly oids: readonly number[]
  readonly canBeNull: boolean
  /** Where PostgreSQL's catalog says that it can be null and the statement makes sure that it is not. */
  readonly isFilled?: boolean
  /** The only texts that it can hold. */
  readonly choices?: readonly string[]
  /** True if JavaScript gets its text as RawJson. */
  readonly isRaw?: boolean
  /** For JSON: reads values of this shape, and throws for any other. */
  readonly shape?: Shape<T>
}

interface Shape<T> {
  parse(value: unknown): T
}

/** The columns of a statement by name, in any order. */
export type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of these columns. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

const column = <T>(...oids: readonly number[]): Column<T> => ({ oids, canBeNull: false })

export const int = column<number>(builtins.INT4, builtins.INT2)
export const bigint = column<bigint>(builtins.INT8)
export const float = column<number>(builtins.FLOAT8, builtins.FLOAT4)
export const bool = column<boolean>(builtins.BOOL)
export const text = column<string>(builtins.TEXT, builtins.VARCHAR)
export const uuid = column<string>(builtins.UUID)
export const timestamp = column<Date>(builtins.TIMESTAMPTZ)
export const bytes = column<Buffer<ArrayBuffer>>(builtins.BYTEA)
export const texts = column<string[]>(1009, 1015)

/** Text that is JSON, and may be long. */
export const rawJson: Column<RawJson> = { ...column<RawJson>(...text.oids), isRaw: true }

/** JSON that only our own code writes, of the shape of a zod schema. */
export const json = <T>(shape: Shape<T>): Column<T> => ({ ...column<T>(builtins.JSON, builtins.JSONB), shape })

/** Text that a CHECK or the code that writes it keeps to these. */
export const oneOf = <const T extends string>(choices: readonly T[]): Column<T> => ({
  ...column<T>(...text.oids),
  choices,
})

/** An array of texts that are all among these. */
export const someOf = <const T extends string>(choices: readonly T[]): Column<T[]> => ({
  ...column<T[]>(...texts.oids),
  choices,
})

export const environment = oneOf(Object.values(Environment))
export const rateTier = oneOf(Object.values(RateTier))

export const orNull = <T>({ oids, isRaw, choices, shape }: Column<T>): Column<T | null> => ({
  ...column<T | null>(...oids),
  canBeNull: true,
  ...(isRaw && { isRaw }),
  ...(choices && { choices }),
  ...(shape && { shape: { parse: (value) => shape.parse(value) } }),
})

/** A column that can be null in its table but not here, because the statement sets it or asks for it. */
export const filled = <T>(of: Column<T>): Column<T> => ({ ...of, isFilled: true })

import { types } from 'pg'

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
}

/** The columns of a statement by name, in any order. */
export type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of these columns. */
export type Row<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

const column = <T>(...oids: readonly number[]): Column<T> => ({ oids, canBeNull: false })

export const int = column<number>(builtins.INT4, builtins.INT2)
export const bigint = column<bigint>(builtins.INT8)
export const float = column<number>(builtins.FLOAT8, builtins.FLOAT4)
export const bool = column<boolean>(builtins.BOOL)
export const text = column<string>(builtins.TEXT, builtins.VARCHAR)
export const uuid = column<string>(builtins.UUID)
export const timestamp = column<Date>(builtins.TIMESTAMPTZ)
export const bytes = column<Uint8Array<ArrayBuffer>>(builtins.BYTEA)
/** As it was parsed: what it holds is the caller's to check. */
export const json = column<unknown>(builtins.JSON, builtins.JSONB)
export const texts = column<string[]>(1009, 1015)

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

export const orNull = <T>(of: Column<T>): Column<T | null> => ({ ...of, canBeNull: true })

/** A column that can be null in its table but not here, because the statement sets it or asks for it. */
export const filled = <T>(of: Column<T>): Column<T> => ({ ...of, isFilled: true })

const camel = (text: string) => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The names of a resource in each place, from its path: `court-dates`. */
export function namesOf(path: string) {
  const one = path.replace(/ies$/, 'y').replace(/s$/, '')
  return {
    path,
    table: path.replaceAll('-', '_'),
    noun: one.replaceAll('-', ' '),
    many: camel(path),
    One: camel(`-${one}`),
  }
}

export type Names = ReturnType<typeof namesOf>

/** A kind of field: its schema and its column. */
const kinds = {
  text: ['freeText(255)', 'String?'],
  required: ['requiredText(255)', 'String'],
  flag: ['flag(false)', 'Boolean'],
  amount: ['amount', 'Decimal? @db.Decimal'],
  date: ['calendarDate', 'DateTime? @db.Date'],
  moment: ['moment', 'DateTime? @db.Timestamptz(3)'],
} as const

export interface NewField {
  readonly name: string
  readonly schema: string
  readonly column: string
}

/** A field as it is typed: `due_date:date`, or `matter_id:matters` for a reference. @throws Error. */
export function fieldOf(text: string): NewField {
  const [name = '', kind = ''] = text.split(':')
  if (!/^[a-z][a-z0-9_]*$/.test(name) || !/^[a-z][a-z-]*$/.test(kind))
    throw new Error(
      `${text}: write a field as name:kind, the kind one of ${Object.keys(kinds).join(', ')} or the path of a resource`,
    )
  const known = Object.entries(kinds).find(([each]) => each === kind)?.[1]
  const [schema, column] = known ?? [`reference('${kind}')`, 'BigInt?']
  return { name, schema, column }
}

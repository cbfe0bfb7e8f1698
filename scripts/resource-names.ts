const camel = (text: string) => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (text: string) => camel(`-${text}`)

/** What a resource is called in each place, from its path: `court-dates`. */
export function namesOf(path: string) {
  const one = path.replace(/ies$/, 'y').replace(/s$/, '')
  return {
    path,
    table: path.replaceAll('-', '_'),
    noun: one.replaceAll('-', ' '),
    aNoun: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one.replaceAll('-', ' ')}`,
    /** How the names of its events begin, with the quote before them. */
    event: `'${one.replaceAll('-', '_')}.`,
    many: camel(path),
    one: camel(one),
    Many: pascal(path),
    One: pascal(one),
  }
}

export type Names = ReturnType<typeof namesOf>

/** A kind of field: its schema, its column, and what the SDK says of it. */
const kinds = {
  text: ['freeText(255)', 'String?', 'string | null', "'Text'"],
  required: ['requiredText(255)', 'String', 'string', "'Text'"],
  flag: ['flag(false)', 'Boolean', 'boolean', 'false'],
  amount: ['amount', 'Decimal? @db.Decimal', 'number | null', 'null'],
  date: ['calendarDate', 'DateTime? @db.Date', 'string | null', 'null'],
  moment: ['moment', 'DateTime? @db.Timestamptz(3)', 'string | null', 'null'],
} as const

export interface NewField {
  readonly name: string
  readonly schema: string
  readonly column: string
  readonly type: string
  readonly fixture: string
}

/** A field as it is typed: `due_date:date`, or `matter_id:matters` for a reference. @throws Error. */
export function fieldOf(text: string): NewField {
  const [name = '', kind = ''] = text.split(':')
  if (!/^[a-z][a-z0-9_]*$/.test(name) || !/^[a-z][a-z-]*$/.test(kind))
    throw new Error(
      `${text}: write a field as name:kind, the kind one of ${Object.keys(kinds).join(', ')} or the path of a resource`,
    )
  const known = Object.entries(kinds).find(([each]) => each === kind)?.[1]
  const [schema, column, type, fixture] = known ?? [`reference('${kind}')`, 'BigInt?', 'number | null', '1']
  return { name, schema, column, type, fixture }
}

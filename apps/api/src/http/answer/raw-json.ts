/** JSON that PostgreSQL has already written, so that a record has the same bytes wherever it appears. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Members of a handler's answer may stand as raw JSON. */
export type Answer<T> = { [K in keyof T]: T[K] | RawJson }

/** JSON text of an answer, in the pieces that it is sent in: put together, what is long would be there twice. */
export function encode(answer: object): string[] {
  const members = Object.entries(answer).filter(([, value]) => value !== undefined) as [string, unknown][]
  if (members.length === 0) return ['{}']
  const pieces = members.flatMap(([name, value], at) => [
    `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    value instanceof RawJson ? value.text : JSON.stringify(value),
  ])
  return [...pieces, '}']
}

/** JSON that PostgreSQL has already written, so that a record has the same bytes wherever it appears. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Members of a handler's answer may stand as raw JSON. */
export type Answer<T> = { [K in keyof T]: T[K] | RawJson }

/** JSON text of an answer. Put together piece by piece: to join a list would make one more copy of what is long. */
export function encode(answer: object): string {
  let text = ''
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (value === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:`
    text += value instanceof RawJson ? value.text : JSON.stringify(value)
  }
  return text === '' ? '{}' : `${text}}`
}

import { RawJson } from '@matterbase/db'

export { RawJson }

/** Members of a handler's answer may be raw JSON. */
export type Answer<T> = { [K in keyof T]: T[K] | RawJson }

/** A part of an answer's JSON text; as RawJson, it is long. */
export type Piece = string | RawJson

/** JSON text of an answer, in the pieces that it is sent in: a long text is not copied. */
export function encode(answer: object): Piece[] {
  const members = Object.entries(answer).filter(([, value]) => value !== undefined) as [string, unknown][]
  const pieces: Piece[] = []
  let text = '{'
  for (const [at, [name, value]] of members.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (value instanceof RawJson && value.isLong) {
      pieces.push(text, value)
      text = ''
    } else text += value instanceof RawJson ? value.text : JSON.stringify(value)
  }
  return [...pieces, `${text}}`]
}

/** The text of pieces. */
export const joined = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')

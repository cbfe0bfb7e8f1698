import { RawJson } from '@matterbase/db'

export { RawJson }

/** The result of a handler. Its fields can be raw JSON. */
export type Answer<T> = { [K in keyof T]: T[K] | RawJson }

/** A piece of the JSON of a response. Long ones are RawJson. */
export type Piece = string | RawJson

/** Encodes a response into the pieces to send. A long JSON is not copied. */
export function encode(answer: object): Piece[] {
  const fields = Object.entries(answer).filter(([, value]) => value !== undefined) as [string, unknown][]
  const pieces: Piece[] = []
  let text = '{'
  for (const [at, [name, value]] of fields.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (value instanceof RawJson && value.isLong) {
      pieces.push(text, value)
      text = ''
    } else text += value instanceof RawJson ? value.text : JSON.stringify(value)
  }
  return [...pieces, `${text}}`]
}

export const joined = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')

import type { Fields } from '@matterbase/schemas'
import { searchableWords } from '../../tx/words.ts'
import type { Values } from '../record.ts'

/**
 * The search terms of a record's text fields, in PostgreSQL's text format of an array, which it parses faster than
 * JSON.
 */
export function wordsOf(fields: Fields): (record: Values) => string {
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'text')
  return (record) => arrayOf(searchableWords(texts.map((name) => textOf(record[name])).join(' ')))
}

// Letters and digits: only one word would be read as something else.
const arrayOf = (found: readonly string[]) => `{${found.map((word) => (word === 'null' ? '"null"' : word)).join(',')}}`

const textOf = (value: Values[string] | undefined) => (typeof value === 'string' ? value : '')

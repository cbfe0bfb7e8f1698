import type { Fields } from '@matterbase/schemas'
import { words } from '../../tx/words.ts'
import type { Values } from '../record.ts'

/** What a search finds a record by: the words of all its text fields. */
export function wordsOf(fields: Fields, record: Values): string[] {
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'text')
  return words(texts.map((name) => record[name] ?? '').join(' '))
}

import type { Values } from '../records/record.ts'
import { isUnspaced, wordsOf } from './fold-name.ts'

interface NameFields {
  /** Names of people and companies. */
  readonly names: readonly string[]
  /** Texts that may contain names. */
  readonly texts: readonly string[]
}

/** The fields, by table, whose names a conflict check finds, in addition to those of `mapFields`. */
const nameFields = {
  clients: { names: ['company_name', 'contact_person'], texts: ['notes', 'bio'] },
  matters: { names: ['title'], texts: [] },
  leads: { names: ['first_name', 'last_name', 'company'], texts: ['description'] },
} as const satisfies Record<string, NameFields>

/** Fields with a text for each key, which every table has. A firm writes opponents there. */
const mapFields = ['custom_fields', 'metadata']

/** A lexeme of the records whose custom fields or metadata were read. Versions before did not read them. */
export const mapsLexeme = 'maps'

export type NamedTable = keyof typeof nameFields

export const namedTables = Object.keys(nameFields) as NamedTable[]

/** The columns of a table that its conflict names are computed from. */
export const nameColumnsOf = (table: NamedTable): readonly string[] => [
  ...Object.values(nameFields[table]).flat(),
  ...mapFields,
]

export const isNamedTable = (table: string): table is NamedTable => Object.hasOwn(nameFields, table)

/** A conflict check reads so many letters of each text. */
export const mostLetters = 20_000
// PostgreSQL's limit for a TSVECTOR is one mebibyte.
const mostLexemes = 3_000
// Long metadata leaves room for the texts, and long texts for the metadata.
const mostOfMaps = 1_000
const longest = 64

/**
 * The value of `conflict_names` for records of a table, in PostgreSQL's text format of a TSVECTOR. The ID of the workspace
 * before each lexeme keeps workspaces apart in the index.
 */
export function conflictNamesOf(table: NamedTable): (workspaceId: number, record: Values) => string {
  const fields: NameFields = nameFields[table]
  return (workspaceId, record) => {
    const lexemes = new Set<string>()
    const add = (lexeme: string) => {
      if (lexemes.size < mostLexemes) lexemes.add(shortened(lexeme))
    }
    const addText = (text: string, most = mostLexemes) => {
      for (const word of wordsOf(text)) if (lexemes.size < most) addWord(word, add)
    }
    addNames(wordsOf(textOf(record, fields.names)), add)
    const maps = mapFields.map((name) => record[name]).filter((map) => map instanceof Object)
    for (const value of maps.flatMap((map) => Object.values(map)))
      if (typeof value === 'string') addText(value.slice(0, mostLetters), mostOfMaps)
    for (const name of fields.texts) addText(textOf(record, [name]))
    let vector = maps.length > 0 ? `'${mapsLexeme}' ` : ''
    for (const lexeme of lexemes) vector += `'${workspaceId}:${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}' `
    return vector
  }
}

const textOf = (record: Values, names: readonly string[]) =>
  names
    .flatMap((name) => {
      const value = record[name]
      return typeof value === 'string' ? [value.slice(0, mostLetters)] : []
    })
    .join(' / ')

const shortened = (lexeme: string) =>
  lexeme.length <= longest
    ? lexeme
    : Array.from(lexeme.slice(0, 2 * longest))
        .slice(0, longest)
        .join('')

type Add = (lexeme: string) => void

/** Also two words of a name written together: Hansa Logistik is `hansalogistik`. */
function addNames(words: readonly string[], add: Add) {
  for (const [at, word] of words.entries()) {
    addWord(word, add)
    if (at > 0) add(`${words[at - 1]}${word}`)
  }
}

/** A word, and of scripts without spaces every two characters. */
function addWord(word: string, add: Add) {
  add(word)
  if (!isUnspaced(word)) return
  const characters = Array.from(word)
  for (const [at, character] of characters.entries()) add(`${character}${characters[at + 1] ?? ''}`)
}
